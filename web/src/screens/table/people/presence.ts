/** Tell whether a player is at the table. */

import type { Seat } from '../../../api/types.ts'
import { since } from '../../../words/days.ts'
import { say } from '../../../words/speech.svelte.ts'

export function presence(seat: Seat): string {
  if (seat.here) return say('web.seat.here')
  return seat.away_since === null ? say('web.seat.away') : say('web.seat.away-since', { time: since(seat.away_since) })
}
