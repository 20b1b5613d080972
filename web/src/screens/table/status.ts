/** What the match waits for, as one sentence. */

import type { View } from '../../api/types.ts'
import { say, speech } from '../../words/speech.svelte.ts'
import { isYou, seatName } from '../../words/seats.ts'

export function statusWords(view: View): string {
  if (view.outcome) return outcomeWords(view)
  if (view.you !== null && view.to_act.includes(view.you)) {
    const words = ownWords(view)
    return view.yours.length > 1 ? say('web.status.to', { who: seatName(view, view.you), words }) : words
  }
  const open = view.seats.filter((seat) => seat.kind === 'open')
  if (open.length) return say('web.status.open', { seats: open.length })
  const waited = view.to_act.filter((seat) => seat !== 0 && seat !== view.you)
  if (!waited.length) return say('web.status.moment')
  const who = speech.list(waited.map((seat) => seatName(view, seat)))
  if (view.placed.length) return say('web.status.sealed', { who })
  return say(`web.status.waits.${view.phase}`, { who })
}

function ownWords(view: View): string {
  if (view.phase === 'guess') {
    const row = (view.boards.find((board) => board.breaker === view.you && board.turn)?.rows.length ?? 0) + 1
    const { rows } = view.rules
    return rows === null ? say('web.status.guess-on', { row }) : say('web.status.guess', { row, rows })
  }
  if (view.phase === 'mark') {
    const may = view.may.find((one) => one.move === 'mark')
    return say('web.status.mark', { who: seatName(view, view.boards[may?.board ?? 0]?.breaker ?? 0) })
  }
  return say(`web.status.own.${view.phase}`)
}

export function outcomeWords(view: View): string {
  const winner = view.outcome?.winner ?? null
  if (winner === null) return say('tell.outcome.draw')
  return isYou(view, winner) ? say('web.you.win') : say('tell.outcome.winner', { who: seatName(view, winner) })
}

/** Which round, and which code of it; nothing where there is only one. */
export function roundWords(view: View): string {
  const { rounds, codes_a_round: codes } = view.rules
  const { round, code } = view
  if (!round || (rounds === 1 && codes === 1)) return ''
  const words =
    codes > 1 && rounds === 1
      ? say('web.round.code', { code, codes })
      : codes > 1
        ? say('tell.round.code', { round, rounds, code, codes })
        : round > rounds
          ? say('tell.round.extra', { round })
          : say('tell.round', { round, rounds })
  return view.again ? say('tell.round.again', { round: words }) : words
}
