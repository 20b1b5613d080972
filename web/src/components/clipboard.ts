/** Copy text to the clipboard, and announce that. */

import { say } from '../words/speech.svelte.ts'
import { announce } from '../words/announce.svelte.ts'

/** Copy a text; return true if the browser allows it. */
export async function copy(text: string): Promise<boolean> {
  const copied = (await copyByPermission(text)) || copyBySelection(text)
  if (copied) announce(say('web.invite.copied'))
  return copied
}

/** Copy by the clipboard API. Over plain HTTP, as on a home network, browsers lack it; elsewhere they may refuse. */
async function copyByPermission(text: string): Promise<boolean> {
  if (!isSecureContext) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copyBySelection(text: string): boolean {
  const focus = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' })
  document.body.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only other way
  const copied = document.execCommand('copy')
  field.remove()
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true })
  return copied
}
