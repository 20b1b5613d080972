/** Copy text to the clipboard, and say so. Over plain http, as on a home network, browsers hide their newer way to do it. */

import { say } from '../words/speech.svelte.ts'
import { announce } from '../words/announce.svelte.ts'

export async function copy(text: string): Promise<void> {
  if (isSecureContext) await navigator.clipboard.writeText(text)
  else copyBySelection(text)
  announce(say('web.invite.copied'))
}

function copyBySelection(text: string): void {
  const focus = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' })
  document.body.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a secure context
  document.execCommand('copy')
  field.remove()
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true })
}
