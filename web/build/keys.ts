/** Which messages of the catalogues the page takes along. */

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
