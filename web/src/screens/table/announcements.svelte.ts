/** Tells those who listen what has changed at a table, and makes its sounds. */

import type { Board, Message, View } from '../../api/types.ts'
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
    // The end of a code sounds when it is shown.
    if (view.past.length > old.past.length) return
    if (isOwn(view) && !isOwn(old)) sounds.turn()
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
  const { status, calls, past, ending } = view.sentences
  const said: string[] = []
  for (const [index, attempt] of [...view.past, view].entries()) {
    if (index < old.past.length) continue
    const known = index === old.past.length ? old : null
    const about = index === view.past.length ? view.sentences.rows : known?.sentences.rows
    said.push(...newRows(known, attempt.boards, about))
    // The last code of a match is told with its end.
    if (index < view.past.length - (view.outcome ? 1 : 0)) said.push(...(past[index]?.told ?? []).map(render))
  }
  if (view.past.length === old.past.length) {
    said.push(...calls.slice(old.calls.length).map(([, result]) => render(result)))
  }
  if (view.outcome && !old.outcome) said.push(...(ending ? [ending.title, ...ending.why] : [status]).map(render))
  else if (!view.outcome && isOwn(view)) said.push(render(status))
  said.push(...newWindow(old, view))
  return said
}

/** The rows that were not there before. */
function newRows(known: View | null, boards: Board[], about: Message[] = []): string[] {
  return boards.flatMap((board, index) =>
    board.rows.flatMap((row, at) =>
      known?.boards[index]?.rows[at]?.text === row.text ? [] : [rowSentence(row, at, about[index])],
    ),
  )
}
