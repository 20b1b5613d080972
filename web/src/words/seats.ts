/** Who sits at a table, in words. */

import type { Seat, View } from '../api/types.ts'
import { say } from './speech.svelte.ts'

export function levelName(player: string): string {
  return say(`tell.level.${player.split(/[+:]/)[0] ?? player}`)
}

/** Whether sentences about this seat speak to the reader. */
export function isYou(view: View, seat: number): boolean {
  return seat === view.you && view.yours.length < 2
}

/** What a seat is called. Where there are more than two, answers name seats by number, and so do names. */
export function seatName(view: View, seat: number): string {
  const sitter = view.seats.find((one) => one.seat === seat)
  if (!sitter) return say('tell.seat', { seat })
  if (isYou(view, seat)) return say('web.seat.you')
  if (view.seats.length < 3) return sitterName(sitter)
  return sitter.kind === 'person' && sitter.name ? `${sitter.name} (${seat})` : numbered(sitter)
}

function numbered(sitter: Seat): string {
  return sitter.kind === 'computer' ? `${levelName(sitter.player ?? '')} ${sitter.seat}` : sitterName(sitter)
}

export function sitterName(sitter: Pick<Seat, 'seat' | 'kind' | 'name' | 'player'>): string {
  if (sitter.kind === 'computer') return say('web.seat.computer', { level: levelName(sitter.player ?? '') })
  if (sitter.kind === 'open') return say('web.seat.open', { seat: sitter.seat })
  return sitter.name || say('tell.seat', { seat: sitter.seat })
}

/** Whether points are rows, of which fewest win. */
export function countsRows(view: View): boolean {
  return view.rules.fewest_win && !view.rules.rounds_won
}

export function pointsWords(view: View): string {
  const points = view.points.map((value, at) => `${seatName(view, at + 1)} ${value}`).join(', ')
  if (view.rules.rounds_won) return say('tell.points.rounds', { points })
  return say(countsRows(view) ? 'tell.points.rows' : 'tell.points', { points })
}
