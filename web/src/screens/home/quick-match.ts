/** A match to start at once: the computer hides first, so that the reader can guess. */

import type { NewTable } from '../../api/types.ts'
import { settings } from '../../settings.svelte.ts'

/** Return the match; a newcomer, whose first code is still to come, meets the gentlest computer. */
export const quickMatch = (): NewTable => ({
  rules: 'logic24:first=2',
  seats: [{ kind: 'me' }, { kind: 'computer', player: settings.guide ? 'novice' : 'club' }],
  coach: 'hint',
})
