/** Prefixes of the messages that are bundled with the page. */

export const KEYS = [
  'web.',
  'box.',
  'chat.',
  'colour.',
  'coach.',
  'doctor.',
  'error.',
  'option.',
  'player.',
  'rules.ours',
  'tell.',
] as const

/** But for the errors of commands, of the terminal and of starting a server, which no request is answered with. */
export const NOT_SENT = [
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

export const inPage = (key: string): boolean =>
  KEYS.some((prefix) => key.startsWith(prefix)) && !NOT_SENT.some((prefix) => key.startsWith(prefix))

/** The prose of the rules, which a screen of its own loads. */
export const inRules = (key: string): boolean => key.startsWith('rules.') && !inPage(key)

export const PSEUDO = 'en-XA'
