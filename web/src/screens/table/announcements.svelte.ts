/** Tells those who listen what has changed at a table, and makes its sounds. */

import type { View } from '../../api/types.ts'
import { sounds } from '../../board/sounds.ts'
import { rowSentence } from '../../words/names.ts'
import { announce } from '../../words/announce.svelte.ts'
import { render, say } from '../../words/speech.svelte.ts'

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

/** That a call window has opened for somebody here. Its countdown is not read out. */
function newWindow(old: View, view: View): string[] {
  const window = view.call_window
  const mine = window?.waits.some((seat) => view.yours.includes(seat))
  if (!window || !mine || window.since === old.call_window?.since) return []
  if (window.seconds === null) return [say('web.window.announce-open')]
  return [say('web.window.announce', { seconds: Math.round(window.seconds) })]
}

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
  said.push(...newWindow(old, view))
  return said
}
