/** Prefixes of the messages that are bundled with the page. */

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
] as const

export const PSEUDO = 'en-XA'
