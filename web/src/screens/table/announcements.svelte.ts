/** Announce changes at a table to screen readers, and play its sounds. */

import type { Board, Message, View } from '../../api/types.ts'
import { sounds } from '../../board/sounds.ts'
import { rowSentence, seatName } from '../../words/names.ts'
import { announce } from '../../words/announce.svelte.ts'
import { render, say } from '../../words/speech.svelte.ts'

export function announceChanges(current: () => View): void {
  let before: View | null = null
  $effect(() => {
    const view = current()
    const old = before
    before = view
    if (old?.you !== view.you) return
    const said = [...comings(old, view), ...(old.version === view.version ? [] : changes(old, view))]
    if (said.length) announce(said.join(' '))
    if (old.version === view.version) return
    // The sound for the end of a code is played when the end is shown.
    if (view.past.length > old.past.length) return
    if (isOwn(view) && !isOwn(old)) sounds.turn()
    else if (said.length) sounds.row()
  })
}

/** Announce that the connection is lost, and that it is back. */
export function announceConnection(up: () => boolean): void {
  let was = true
  $effect(() => {
    if (was !== up()) announce(say(was ? 'web.line.down' : 'web.line.back'))
    was = up()
  })
}

const isOwn = (view: View) => view.you !== null && view.to_act.includes(view.you)

/** Say who has taken a seat, who has left the table, and who is back. */
function comings(old: View, view: View): string[] {
  return view.seats.flatMap((seat, at) => {
    const was = old.seats[at]
    const who = seatName(view, seat.seat)
    if (seat.you || seat.kind !== 'person') return []
    if (was?.kind === 'open') return [say('web.seat.joined', { who })]
    if (was?.here === seat.here) return []
    return [say(seat.here ? 'web.seat.back' : 'web.seat.left', { who })]
  })
}

/** Say that a call window has opened for someone here. Its countdown is not read out. */
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
    // The last code of a match is announced with the end of the match.
    if (index < view.past.length - (view.outcome ? 1 : 0)) said.push(...(past[index]?.told ?? []).map(render))
  }
  if (view.past.length === old.past.length) {
    said.push(...calls.slice(old.calls.length).map(([, result]) => render(result)))
  }
  if (view.outcome && !old.outcome) said.push(...(ending ? [ending.title, ...ending.why] : [status]).map(render))
  else if (isOwn(view) && view.past.length === old.past.length) {
    // After the end of a code, the next turn is announced when the reader goes on.
    if (said.length || render(old.sentences.status) !== render(status)) said.push(render(status))
  }
  said.push(...newWindow(old, view))
  return said
}

/** Describe the rows that were not there before. */
function newRows(known: View | null, boards: Board[], about: Message[] = []): string[] {
  return boards.flatMap((board, index) =>
    board.rows.flatMap((row, at) =>
      known?.boards[index]?.rows[at]?.text === row.text ? [] : [rowSentence(row, at, about[index])],
    ),
  )
}
