/** Verify that revealed codes match their seals. */

import type { Attempt, View } from '../../../api/types.ts'
import { sha256 } from './sha256.ts'

export function sealOf(salt: string, rules: string, round: number, seat: number, secret: string): string {
  return sha256(`${salt}:${rules}:${round}:${seat}:${secret}`)
}

export function checkSeals(view: Pick<View, 'past' | 'rules'>): { right: number; wrong: number } {
  const found = { right: 0, wrong: 0 }
  for (const attempt of view.past) {
    for (const right of checkAttempt(view.rules.text, attempt)) found[right ? 'right' : 'wrong'] += 1
  }
  return found
}

function* checkAttempt(rules: string, attempt: Attempt): Iterable<boolean> {
  const left = [...attempt.shares]
  for (const { holder, seal, salt } of attempt.seals) {
    const at = left.findIndex((share) => share.holder === holder)
    const [share] = at < 0 ? [] : left.splice(at, 1)
    if (salt !== null && share?.code) yield sealOf(salt, rules, attempt.round, holder, share.code) === seal
  }
}
