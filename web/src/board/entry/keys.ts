/** Keys that fill a row: arrows move, digits and letters place, backspace removes, Enter confirms. */

import { flushSync } from 'svelte'

import type { May } from '../../api/types.ts'
import { announce } from '../../words/announce.svelte.ts'
import { settings } from '../../settings.svelte.ts'
import { say } from '../../words/speech.svelte.ts'
import type { Draft } from './draft.svelte.ts'
import { readPeg } from './typed-row.ts'
import { pegNames } from '../../words/names.ts'

export interface Filling {
  palette: string
  draft: Draft | null
  filling: May | null
  /** Send the row, if it is ready. */
  submit: () => void
}

/** Elements that use keys for something else. */
const ELSEWHERE = 'input, select, textarea, dialog, [role="dialog"], [contenteditable]'

/** Return whether a key is meant for the board, and whether Enter there sends the row; null if it is used elsewhere. */
export function keyPlace(event: KeyboardEvent): { atBoard: boolean; mayConfirm: boolean } | null {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(ELSEWHERE)) return null
  const atBoard = target.closest('.entry, .tray, .strip, .panel') !== null
  if (!atBoard && settings.keys === 'board') return null
  return { atBoard, mayConfirm: atBoard || target === document.body || target.id === 'main' }
}

/** Handle a key on a screen whose only shortcuts fill a row. */
export function fillKeys(event: KeyboardEvent, hands: Filling): void {
  const at = keyPlace(event)
  if (at && fillByKey(event, hands, at.mayConfirm)) event.preventDefault()
}

export function fillByKey(
  event: KeyboardEvent,
  { palette, draft, filling, submit }: Filling,
  mayConfirm: boolean,
): boolean {
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
      if (!mayConfirm || (event.target instanceof Element && event.target.closest('button:not([data-hole])')))
        return false
      submit()
      return true
    default: {
      if (event.key.length !== 1) return false
      const peg = readPeg(event.key, palette)
      if (peg === undefined) return false
      if (filling.pegs?.includes(peg)) draft.place(peg)
      else if (peg === '.') {
        draft.place('')
        draft.step(1)
      } else return false
      // Move the focus into the row, so that Enter confirms it and presses no other button.
      focusRow()
      announce(say('web.announce.placed', { pegs: pegNames(draft.text) }))
      return true
    }
  }
}

/** Focus the hole at the cursor after the page is updated. */
function focusRow(): void {
  flushSync()
  document.querySelector<HTMLElement>('.entry [aria-current="true"]')?.focus({ preventScroll: true })
}
