/** Which messages of the catalogues the page takes along. */

/** Needed everywhere. */
export const SHORT = ['web.', 'box.', 'chat.', 'colour.', 'coach.', 'doctor.', 'option.', 'player.', 'tell.'] as const

/** Long texts, loaded where they are read. */
export const LONG = ['rules.'] as const

export const PSEUDO = 'en-XA'
