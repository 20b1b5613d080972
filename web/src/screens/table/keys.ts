/** Keyboard shortcuts of a table. Letters and digits place pegs; letters that are not colours read out the status. */

import type { May, View } from '../../api/types.ts'
import type { Draft } from '../../board/entry/draft.svelte.ts'
import { fillByKey, keyPlace } from '../../board/entry/keys.ts'
import { pegNames, rowSentence } from '../../words/names.ts'
import { announce } from '../../words/announce.svelte.ts'
import { render, say } from '../../words/speech.svelte.ts'

interface Hands {
  view: View
  draft: Draft | null
  filling: May | null
  /** Send the row, if it is ready. */
  submit: () => void
}

let recalled = 0

export function keys(event: KeyboardEvent, hands: Hands): void {
  const at = keyPlace(event)
  if (!at) return
  const filled = fillByKey(event, { ...hands, palette: hands.view.rules.palette }, at.mayConfirm)
  if (filled || recall(event.key, hands)) event.preventDefault()
}

/** Read out a row with the up and down arrows, or the status, the points, the marks or your own row with a letter. */
function recall(key: string, { view, draft }: Hands): boolean {
  const board = view.boards.find((one) => one.breaker === view.you) ?? view.boards[0]
  const rows = board?.rows ?? []
  const readRow = (at: number): boolean => {
    const row = rows[at]
    if (row) announce(rowSentence(row, at))
    else announce(say('web.announce.no-rows'))
    return true
  }
  switch (key) {
    case 'ArrowUp':
      recalled = Math.max(Math.min(recalled, rows.length) - 1, 0)
      return readRow(recalled)
    case 'ArrowDown':
      recalled = Math.min(recalled + 1, rows.length - 1)
      return readRow(recalled)
    case 'm':
      recalled = rows.length - 1
      return readRow(recalled)
    case 's':
      announce(render(view.sentences.status))
      return true
    case 't':
      announce(render(view.sentences.score?.sentence ?? view.sentences.status))
      return true
    case 'q':
      announce(draft ? say('web.announce.placed', { pegs: pegNames(draft.text) }) : render(view.sentences.status))
      return true
    default:
      return false
  }
}
