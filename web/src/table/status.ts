/** What the match waits for, as one sentence. */

import type { View } from '../api/types.ts'
import { say, speech } from '../words/speech.svelte.ts'
import { seatName } from './people.ts'

export function statusWords(view: View): string {
  const open = view.seats.filter((seat) => seat.kind === 'open')
  if (open.length) return say('web.status.open', { seats: open.length })
  if (view.outcome) return outcomeWords(view)
  const own = view.you !== null && view.to_act.includes(view.you)
  if (own) return ownWords(view)
  const waited = view.to_act.filter((seat) => seat !== 0 && seat !== view.you)
  if (!waited.length) return say('web.status.moment')
  const who = speech.list(waited.map((seat) => seatName(view, seat)))
  if (view.placed.length) return say('web.status.sealed', { who })
  return say('web.status.other', { who, phase: view.phase })
}

function ownWords(view: View): string {
  const row = (view.boards.find((board) => board.breaker === view.you && board.turn)?.rows.length ?? 0) + 1
  switch (view.phase) {
    case 'guess':
      return view.rules.rows === null
        ? say('web.status.guess-unlimited', { row })
        : say('web.status.guess', { row, rows: view.rules.rows })
    case 'mark': {
      const may = view.may.find((one) => one.move === 'mark')
      const board = view.boards[may?.board ?? 0]
      return say('web.status.mark', { who: seatName(view, board?.breaker ?? 0) })
    }
    default:
      return say('web.status.own', { phase: view.phase })
  }
}

export function outcomeWords(view: View): string {
  const winner = view.outcome?.winner ?? null
  if (winner === null) return say(view.rules.split ? 'web.end.nobody' : 'web.end.draw')
  if (winner === view.you && view.yours.length < 2) return say('web.end.won')
  return say('web.end.other', { who: seatName(view, winner) })
}

/** "Round 2 of 5", and which code of it. */
export function roundWords(view: View): string {
  const { rounds, codes_a_round: codes } = view.rules
  const fields = { round: view.round || 1, rounds, code: view.code || 1, codes }
  if (fields.round > rounds) return say('web.round.extra', fields)
  if (codes > 1) return say(rounds > 1 ? 'web.round.code' : 'web.round.one-code', fields)
  return rounds > 1 ? say('web.round', fields) : ''
}
