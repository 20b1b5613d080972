/** SHA-256 of a text, as hex. Browsers offer crypto.subtle only in secure contexts, not on a plain home network. */

const K = primes(64).map((prime) => fraction(Math.cbrt(prime)))
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n)
  return found
}

/** Return the first 32 bits of the fractional part. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = [...START]
  const w = new Array<number>(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 64; at += 1) {
      if (at < 16) w[at] = view.getUint32(block + at * 4)
      else {
        const a = w[at - 15]!
        const b = w[at - 2]!
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
        w[at] = (w[at - 16]! + s0 + w[at - 7]! + s1) | 0
      }
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    for (let at = 0; at < 64; at += 1) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[at]! + w[at]!) | 0
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at]! + value) | 0
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
