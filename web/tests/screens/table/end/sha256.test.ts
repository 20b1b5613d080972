import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { sha256 } from '../../../../src/screens/table/end/sha256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 300])('sha256 of %d letters is what everybody computes', (length) => {
  const text = 'Kéypeg:'.repeat(50).slice(0, length)
  expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
})
