/** The pseudo-language: English made longer and accented, as keypeg.words makes it, on parsed messages. */

import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ACCENTED = Array.from('ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž')
const FILLER = [...accented(' one two three four five six seven ')]

function accented(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')
}

export function pseudo(message: MessageFormatElement[]): MessageFormatElement[] {
  const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })
  return [literal('['), ...longer(message), literal(']')]
}

function longer(message: MessageFormatElement[]): MessageFormatElement[] {
  let length = 0
  const parts = message.map((part): MessageFormatElement => {
    if (part.type === TYPE.literal) {
      length += part.value.length
      return { ...part, value: accented(part.value) }
    }
    if (part.type !== TYPE.select && part.type !== TYPE.plural) return part
    const options = Object.entries(part.options).map(([name, option]): [string, typeof option] => [
      name,
      { ...option, value: longer(option.value) },
    ])
    return { ...part, options: Object.fromEntries(options) }
  })
  const extra = Math.ceil((length * 2) / 5)
  if (!extra) return parts
  const filler = Array.from({ length: extra }, (_, at) => FILLER[at % FILLER.length]).join('')
  return [...parts, { type: TYPE.literal, value: filler }]
}
