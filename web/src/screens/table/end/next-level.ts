/** The match to offer next against computers: a stronger one after a win, a weaker one after two losses in a row. */

import type { LevelName, NewTable, View } from '../../../api/types.ts'
import { onDevice } from '../../../settings.svelte.ts'
import { LEVELS } from '../../../words/names.ts'

const KEY = 'keypeg.losses'
/** So many losses in a row are enough. */
const ENOUGH = 2

/** Count a match that has just ended, once. */
export function count(view: View): void {
  const { table, losses } = onDevice.get(KEY, { table: '', losses: 0 })
  if (table === view.table) return
  const lost = view.sentences.ending?.result === 'lost'
  onDevice.put(KEY, { table: view.table, losses: lost ? losses + 1 : 0 })
}

/** Return the table to request; null if other people play, or if this level fits. */
export function atNextLevel(view: View): { level: LevelName; table: NewTable } | null {
  const others = view.seats.filter((seat) => !seat.you)
  const players = new Set(others.map((seat) => seat.player?.split('+')[0] ?? ''))
  if (view.yours.length !== 1 || players.size !== 1 || !others.every((seat) => seat.kind === 'computer')) return null
  const levels = LEVELS.filter((one) => view.rules.levels.includes(one) || players.has(one))
  const at = levels.findIndex((one) => players.has(one))
  const level = at < 0 ? undefined : levels[at + step(view)]
  if (!level || players.has(level)) return null
  return {
    level,
    table: {
      rules: view.rules.text,
      seats: view.seats.map((seat) =>
        seat.you
          ? { kind: 'me', name: seat.name }
          : { kind: 'computer', player: (seat.player ?? '').replace(/^\w+/, level) },
      ),
      coach: view.coach.level,
      clock: view.clock,
      grace: view.grace,
      watch: view.watch,
    },
  }
}

/** Up after a win, down after losses in a row, the last of them here. */
function step(view: View): number {
  const result = view.sentences.ending?.result
  const { table, losses } = onDevice.get(KEY, { table: '', losses: 0 })
  if (result === 'won') return 1
  return result === 'lost' && table === view.table && losses >= ENOUGH ? -1 : 0
}
