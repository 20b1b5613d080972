/** Which messages the page starts with, and which it loads when it needs them. */

/** Prefixes of the messages that every screen may need. */
export const KEYS = [
  'web.',
  'box.',
  'chat.',
  'colour.',
  'coach.',
  'doctor.',
  'option.',
  'player.',
  'rules.ours',
  'tell.',
  'variant.',
] as const

/** What only the terminal, notebooks, texts and previews of links, and the prompts of a benchmark say. */
export const NOT_SHOWN = [
  'tell.bench.',
  'tell.home.',
  'tell.preview.invited',
  'tell.preview.join',
  'tell.preview.match',
  'tell.preview.watch',
  'tell.share-result.called',
  'tell.share-result.daily',
  'tell.share-result.not-called',
  'tell.share-result.skill',
  'tell.share-result.title',
  'tell.share-result.unbroken-short',
  'tell.waits.',
] as const

/** Errors of commands, of the terminal and of starting a server, which no request is answered with. */
const NOT_SENT = [
  'error.backup-',
  'error.cap-',
  'error.checkpoint-',
  'error.cluster-',
  'error.database-',
  'error.file-',
  'error.home-fix-',
  'error.matches-',
  'error.plain-',
  'error.play-',
  'error.protocol-',
  'error.schema-',
  'error.server-strange',
  'error.server-unreachable',
  'error.strategy-',
  'error.tree-',
  'error.usage-',
] as const

/** What only a review says, and Keypeg beside a real board. */
const STUDY = ['tell.doctor.', 'tell.review.', 'web.beside.', 'web.doctor.', 'web.review.', 'web.whatif.'] as const

/** What other screens say, too: statistics, the end of a match, practice. */
const NOT_STUDY = [
  'tell.review.about',
  'tell.review.chance',
  'tell.review.estimated',
  'tell.review.head.',
  'tell.review.missed',
  'tell.review.number',
  'tell.review.percent',
  'tell.review.signed',
  'web.beside.entry',
  'web.review.wait',
] as const

const begins = (key: string, prefixes: readonly string[]): boolean => prefixes.some((prefix) => key.startsWith(prefix))

const study = (key: string): boolean => begins(key, STUDY) && !begins(key, NOT_STUDY)

/** The parts of a catalogue, each a file of its own: what every screen may need, studies, the prose of the rules, refusals. */
export const PARTS = {
  page: (key: string): boolean => begins(key, KEYS) && !begins(key, NOT_SHOWN) && !study(key),
  study: (key: string): boolean => study(key) && !begins(key, NOT_SHOWN),
  rules: (key: string): boolean => key.startsWith('rules.') && !begins(key, KEYS),
  errors: (key: string): boolean => key.startsWith('error.') && !begins(key, NOT_SENT),
}

export type Part = keyof typeof PARTS

export const PSEUDO = 'en-XA'
