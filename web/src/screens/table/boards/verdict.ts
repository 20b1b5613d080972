/** What an attempt came to, as sentences. */

import type { Attempt, View } from '../../../api/types.ts'
import { say, speech } from '../../../words/speech.svelte.ts'
import { isYou, seatName } from '../../../words/seats.ts'

export function verdictWords(view: View, attempt: Attempt): string[] {
  const { verdict } = attempt
  const name = (seat: number) => seatName(view, seat)
  const said: string[] = []
  const tell = (seat: number, key: string, fields: Record<string, number> = {}) =>
    said.push(
      isYou(view, seat) ? say(`web.you.${key}`, fields) : say(`tell.verdict.${key}`, { who: name(seat), ...fields }),
    )
  for (const call of attempt.calls) {
    if (call.right)
      said.push(isYou(view, call.seat) ? say('web.you.called') : say('tell.call.right', { who: name(call.seat) }))
  }
  if (verdict.void) {
    const who = speech.list(verdict.erred.map(name))
    said.push(who ? say('tell.verdict.erred', { who }) : say('tell.verdict.void'))
    return said
  }
  for (const [seat, row] of verdict.broke) tell(seat, 'broke', { row })
  for (const seat of attempt.gave_up)
    said.push(isYou(view, seat) ? say('web.you.gave-up') : say('tell.move.give-up', { who: name(seat) }))
  for (const seat of attempt.absent) said.push(say('tell.move.absent', { who: name(seat) }))
  const [winner, ...others] = verdict.winners
  if (others.length) said.push(say('tell.verdict.shared', { who: speech.list(verdict.winners.map(name)) }))
  else if (winner) tell(winner, 'won')
  if (!verdict.broke.length && !verdict.winners.length) said.push(say('tell.verdict.unbroken'))
  for (const [at, adds] of verdict.adds.entries()) {
    if (adds) addsWords(view, at + 1, adds, said)
  }
  return said
}

function addsWords(view: View, seat: number, adds: number, said: string[]): void {
  const who = seatName(view, seat)
  const you = isYou(view, seat)
  if (adds < 0)
    said.push(you ? say('web.you.loses', { points: -adds }) : say('tell.verdict.loses', { who, points: -adds }))
  else if (view.rules.fewest_win)
    said.push(you ? say('web.you.rows', { rows: adds }) : say('tell.verdict.rows', { who, rows: adds }))
  else said.push(you ? say('web.you.points', { points: adds }) : say('tell.verdict.points', { who, points: adds }))
}
