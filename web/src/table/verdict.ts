/** What an attempt came to, as sentences. */

import type { Attempt, View } from '../api/types.ts'
import { say, speech } from '../words/speech.svelte.ts'
import { seatName } from './people.ts'

export function verdictWords(view: View, attempt: Attempt): string[] {
  const { verdict } = attempt
  const name = (seat: number) => seatName(view, seat)
  if (verdict.void) {
    const who = speech.list(verdict.erred.map(name))
    return [verdict.erred.length ? say('web.verdict.erred', { who }) : say('web.verdict.void')]
  }
  const you = (seat: number) => (seat === view.you && view.yours.length < 2 ? 'yes' : 'no')
  const said: string[] = []
  for (const call of attempt.calls) {
    if (call.right) said.push(say('web.verdict.called', { who: name(call.seat), you: you(call.seat) }))
  }
  for (const [seat, row] of verdict.broke) said.push(say('web.verdict.broke', { who: name(seat), you: you(seat), row }))
  for (const seat of attempt.gave_up) said.push(say('web.verdict.gave-up', { who: name(seat), you: you(seat) }))
  for (const seat of attempt.absent) said.push(say('web.verdict.absent', { who: name(seat), you: you(seat) }))
  if (verdict.erred.length) said.push(say('web.verdict.marked-wrong', { who: speech.list(verdict.erred.map(name)) }))
  if (!said.length && !verdict.winners.length) said.push(say('web.verdict.unbroken'))
  return said
}
