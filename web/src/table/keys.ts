/** The keys of a table. Letters and digits place pegs; letters that name no colour read out how things stand. */

import { flushSync } from 'svelte'

import type { May, View } from '../api/types.ts'
import type { Draft } from '../board/draft.svelte.ts'
import { readPegs } from '../board/ready.ts'
import { pegNames, rowWords } from '../board/tell.ts'
import { announce } from '../parts/announce.svelte.ts'
import { settings } from '../settings/settings.svelte.ts'
import { say } from '../words/speech.svelte.ts'
import { pointsWords } from './people.ts'
import { statusWords } from './status.ts'

interface Hands {
  view: View
  draft: Draft | null
  filling: May | null
  /** Send the row, if it is ready. */
  submit: () => void
}

/** Where keys are for something else. */
const ELSEWHERE = 'input, select, textarea, dialog, [role="dialog"], [contenteditable]'

let recalled = 0

export function keys(event: KeyboardEvent, hands: Hands): void {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(ELSEWHERE)) return
  const atBoard = target.closest('.entry, .tray, .strip, .panel') !== null
  if (!atBoard && settings.keys === 'board') return
  const done = fill(event, hands, atBoard || target === document.body || target.id === 'main') || recall(event.key, hands)
  if (done) event.preventDefault()
}

function fill(event: KeyboardEvent, { view, draft, filling, submit }: Hands, mayConfirm: boolean): boolean {
  if (!draft || !filling) return false
  switch (event.key) {
    case 'ArrowLeft':
      draft.step(-1)
      return true
    case 'ArrowRight':
      draft.step(1)
      return true
    case 'Home':
      draft.step(-draft.pegs.length)
      return true
    case 'End':
      draft.step(draft.pegs.length)
      return true
    case 'Backspace':
      draft.back()
      return true
    case 'Delete':
      draft.place('')
      return true
    case 'Enter':
      if (!mayConfirm || (event.target instanceof Element && event.target.closest('button:not([data-hole])'))) return false
      submit()
      return true
    default: {
      if (event.key.length !== 1) return false
      const [peg] = readPegs(event.key, view.rules.palette, 1)
      if (peg === undefined) return false
      if (filling.pegs?.includes(peg)) draft.place(peg)
      else if (peg === '.') {
        draft.place('')
        draft.step(1)
      } else return false
      // Whoever types goes on in the row, so that Enter confirms it and presses nothing else.
      focusRow()
      announce(say('web.announce.placed', { pegs: pegNames(draft.text) }))
      return true
    }
  }
}

/** Focus the hole at the cursor, as soon as the page shows where that is. */
function focusRow(): void {
  flushSync()
  document.querySelector<HTMLElement>('.entry [aria-current="true"]')?.focus({ preventScroll: true })
}

/** Read out: rows with the arrows up and down, and with letters the status, points, marks or own row. */
function recall(key: string, { view, draft }: Hands): boolean {
  const board = view.boards.find((one) => one.breaker === view.you) ?? view.boards[0]
  const rows = board?.rows ?? []
  const readRow = (at: number): boolean => {
    const row = rows[at]
    if (board && row) announce(rowWords(view.rules, board, row, at))
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
      announce(statusWords(view))
      return true
    case 't':
      announce(pointsWords(view))
      return true
    case 'q':
      announce(draft ? say('web.announce.placed', { pegs: pegNames(draft.text) }) : statusWords(view))
      return true
    default:
      return false
  }
}
