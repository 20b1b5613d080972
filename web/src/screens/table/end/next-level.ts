/** The same match against computers of the next level. */

import type { LevelName, NewTable, View } from '../../../api/types.ts'
import { LEVELS } from '../../../words/names.ts'

/** Return the table to request; null if other people play, and after the strongest level. */
export function atNextLevel(view: View): { level: LevelName; table: NewTable } | null {
  const others = view.seats.filter((seat) => !seat.you)
  const players = new Set(others.map((seat) => seat.player?.split('+')[0] ?? ''))
  const levels = LEVELS.filter((one) => view.rules.levels.includes(one) || players.has(one))
  const level = levels[levels.findIndex((one) => players.has(one)) + 1]
  if (view.yours.length !== 1 || players.size !== 1 || !others.every((seat) => seat.kind === 'computer')) return null
  if (!level || !players.has(levels[levels.indexOf(level) - 1] ?? '')) return null
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
