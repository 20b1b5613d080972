/** A match to start at once: the computer hides first, so that the reader can guess. */

import type { NewTable } from '../../api/types.ts'

export const QUICK_MATCH: NewTable = {
  rules: 'logic24:first=2',
  seats: [{ kind: 'me' }, { kind: 'computer', player: 'club' }],
  coach: 'hint',
}
