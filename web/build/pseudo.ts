/** The pseudo-language: English made longer and accented, as keypeg.words makes it, on parsed messages. */

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ACCENTED = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž']
const FILLER = [...accented(' one two three four five six seven ')]

function accented(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')
}

export function pseudo(message: MessageFormatElement[]): MessageFormatElement[] {
  const literal = (value: string): MessageFormatElement => ({ type: 0, value })
  return [literal('['), ...longer(message), literal(']')]
}

function longer(message: MessageFormatElement[]): MessageFormatElement[] {
  let length = 0
  const parts = message.map((part): MessageFormatElement => {
    if (part.type === 0) {
      length += part.value.length
      return { ...part, value: accented(part.value) }
    }
    if (part.type !== 5 && part.type !== 6) return part
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: longer(option.value) },
    ])
    return { ...part, options: Object.fromEntries(options) } as MessageFormatElement
  })
  const extra = Math.ceil((length * 2) / 5)
  if (!extra) return parts
  const filler = Array.from({ length: extra }, (_, at) => FILLER[at % FILLER.length]).join('')
  return [...parts, { type: 0, value: filler }]
}
