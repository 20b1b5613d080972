/** Tells those who listen what has changed at a table, and makes its sounds. */

import type { View } from '../../api/types.ts'
import { sounds } from '../../board/sounds.ts'
import { rowWords } from '../../words/rows.ts'
import { announce } from '../../words/announce.svelte.ts'
import { say } from '../../words/speech.svelte.ts'
import { seatName } from '../../words/seats.ts'
import { outcomeWords, statusWords } from './status.ts'
import { verdictWords } from './boards/verdict.ts'

export function announceChanges(current: () => View): void {
  let before: View | null = null
  $effect(() => {
    const view = current()
    const old = before
    before = view
    if (old?.you !== view.you || old.version === view.version) return
    const said = changes(old, view)
    if (said.length) announce(said.join(' '))
    if (view.outcome && !old.outcome) sounds.end()
    else if (isOwn(view) && !isOwn(old)) sounds.turn()
    else if (said.length) sounds.row()
  })
}

const isOwn = (view: View) => view.you !== null && view.to_act.includes(view.you)

function changes(old: View, view: View): string[] {
  const said: string[] = []
  for (const attempt of view.past.slice(old.past.length)) said.push(...verdictWords(view, attempt))
  if (view.past.length === old.past.length) {
    for (const [index, board] of view.boards.entries()) {
      const known = old.boards[index]?.rows ?? []
      for (const [at, row] of board.rows.entries()) {
        if (known[at]?.text === row.text) continue
        said.push(rowWords(view.rules, board, row, at, view.boards.length > 1 ? seatName(view, board.breaker) : ''))
      }
    }
    for (const call of view.calls.slice(old.calls.length)) {
      const who = seatName(view, call.seat)
      said.push(
        say(call.right === null ? 'tell.call.open' : call.right ? 'tell.call.right' : 'tell.call.wrong', { who }),
      )
    }
  }
  if (view.outcome && !old.outcome) said.push(outcomeWords(view))
  else if (isOwn(view)) said.push(statusWords(view))
  return said
}
