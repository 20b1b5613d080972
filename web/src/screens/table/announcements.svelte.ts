/** Tells those who listen what has changed at a table, and makes its sounds. */

import type { View } from '../../api/types.ts'
import { sounds } from '../../board/sounds.ts'
import { rowSentence } from '../../words/names.ts'
import { announce } from '../../words/announce.svelte.ts'
import { render } from '../../words/speech.svelte.ts'

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
  const { status, rows, calls, past } = view.sentences
  const said = past.slice(old.past.length).flat().map(render)
  if (view.past.length === old.past.length) {
    for (const [index, board] of view.boards.entries()) {
      const known = old.boards[index]?.rows ?? []
      for (const [at, row] of board.rows.entries()) {
        if (known[at]?.text !== row.text) said.push(rowSentence(row, at, rows[index]))
      }
    }
    said.push(...calls.slice(old.calls.length).map(([, result]) => render(result)))
  }
  if (view.outcome ? !old.outcome : isOwn(view)) said.push(render(status))
  return said
}
