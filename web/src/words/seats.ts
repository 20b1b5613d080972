/** Who sits at a table, in words. */

import type { View } from '../api/types.ts'
import { render, say } from './speech.svelte.ts'

export function levelName(player: string): string {
  return say(`tell.level.${player}`)
}

export function seatName(view: View, seat: number): string {
  return render(view.sentences.seats[seat - 1] ?? { key: 'tell.seat', fields: { seat } })
}
