/** Who sits at a table, in words. */

import type { Seat, View } from '../api/types.ts'
import { say } from '../words/speech.svelte.ts'

export function levelName(player: string): string {
  const level = player.split(/[+:]/)[0] ?? player
  return say('web.level.name', { level })
}

export function seatName(view: View, seat: number): string {
  const sitter = view.seats.find((one) => one.seat === seat)
  if (!sitter) return say('web.seat.number', { seat })
  if (seat === view.you && view.yours.length < 2) return say('web.seat.you')
  return sitterName(sitter)
}

export function sitterName(sitter: Seat): string {
  if (sitter.kind === 'computer') return say('web.seat.computer', { level: levelName(sitter.player ?? '') })
  if (sitter.kind === 'open') return say('web.seat.open', { seat: sitter.seat })
  return sitter.name || say('web.seat.number', { seat: sitter.seat })
}

export function pointsWords(view: View): string {
  const points = view.points.map((value, at) => say('web.points.of', { who: seatName(view, at + 1), points: value }))
  return say('web.points', { points: points.join(', ') })
}
