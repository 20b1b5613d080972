/** The store of a table against the real server, over a connection that can be cut. */

import type { Window } from 'happy-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { api, newKey, Refused } from '../../../src/api/client.ts'
import { connection } from '../../../src/api/connection.svelte.ts'
import type { NewMove } from '../../../src/api/types.ts'
import { TableStore } from '../../../src/screens/table/store.svelte.ts'
import { speech } from '../../../src/words/speech.svelte.ts'
import { Proxy } from '../../server/proxy.ts'
import { startServer, type Server } from '../../server/server.ts'

let server: Server
let proxy: Proxy
let store: TableStore

beforeAll(async () => {
  await speech.choose('en')
  server = await startServer()
}, 60_000)

afterAll(() => server.stop())

beforeEach(async () => {
  proxy = new Proxy(server.port)
  const { happyDOM } = window as unknown as Window
  happyDOM.setURL(await proxy.listen())
  // Both seats hide a code, and both guess at the same time.
  const { table } = await api.makeTable({ rules: 'challenge', seats: [{ kind: 'me' }, { kind: 'me' }] })
  store = new TableStore(table)
  store.seat = 1
  await moveElsewhere('hide ROYGB', 1)
  await moveElsewhere('hide OYGBP', 2)
  proxy.seen.length = 0
})

afterEach(async () => {
  store.close()
  await proxy.close()
  connection.up = true
})

/** The store's own rows, or the guess that is sealed until the other seat has guessed, too. */
const rows = () => {
  const own = store.view?.boards.find(({ breaker }) => breaker === 1)?.rows.map(({ guess }) => guess) ?? []
  return [...own, ...(store.view?.placed ?? [])]
}
const moves = () => proxy.asked('/moves').map(({ body }) => JSON.parse(body) as NewMove)

/** Make a move that the store knows nothing of, as another device does. */
async function moveElsewhere(move: string, seat: number): Promise<void> {
  const { version } = await api.view(store.id, seat)
  await api.move(store.id, { move, version, key: newKey(), seat })
}

/** Open the store, and wait for its View and its bell. */
async function open(): Promise<void> {
  store.open(1)
  await vi.waitUntil(() => store.view && proxy.bells === 1)
}

test('opening reads the View of the seat', async () => {
  await open()
  expect(store.view?.table).toBe(store.id)
  expect(store.view?.you).toBe(1)
  expect(store.view?.may.map(({ move }) => move)).toContain('guess')
  expect(store.up).toBe(true)
})

test('a table that does not exist is lost, with a sentence, and has no bell', async () => {
  store = new TableStore('x'.repeat(22))
  store.open()
  await vi.waitUntil(() => store.lost)
  expect(store.lost).toMatch(/\w+ .+\.$/)
  expect(store.view).toBeNull()
  expect(proxy.bells).toBe(0)
})

test('a store that is closed before its first View connects no bell', async () => {
  const release = proxy.holdAnswer('/view')
  store.open()
  store.close()
  release()
  await store.read()
  expect(proxy.bells).toBe(0)
})

test('a ring of the bell makes it read the View again', async () => {
  await open()
  await moveElsewhere('guess RGBYO', 1)
  await vi.waitUntil(() => rows().length === 1)
  expect(rows()).toEqual(['RGBYO'])
})

test('a move is sent again with the newer version if it still answers the same question', async () => {
  await store.read()
  await moveElsewhere('guess WNPOR', 1)
  const { version } = await api.view(store.id, 1)
  await api.undo(store.id, { version, key: newKey(), seat: 1 })
  proxy.seen.length = 0
  expect(await store.move('guess RGBYO')).toBe(true)
  expect(store.refusal).toBe('')
  expect(rows()).toEqual(['RGBYO'])
  const [first, second] = moves()
  expect(second?.key).toBe(first?.key)
  expect(second?.version).toBeGreaterThan(first?.version ?? 0)
})

test('a move is refused, with a sentence, if the question has changed', async () => {
  await store.read()
  await moveElsewhere('guess GGYYB', 1)
  expect(await store.move('guess RGBYO')).toBe(false)
  expect(store.refusal).toMatch(/\w+ .+\.$/)
  expect(rows()).toEqual(['GGYYB'])
})

test('a move that is not allowed is refused, and sent once', async () => {
  await store.read()
  expect(await store.move('guess RY')).toBe(false)
  expect(store.refusal).toMatch(/\w+ .+\.$/)
  expect(moves()).toHaveLength(1)
})

test('a move whose answer is lost is sent again with the same key, and made once', async () => {
  await store.read()
  proxy.loseAnswer('/moves')
  expect(await store.move('guess RGBYO')).toBe(true)
  expect(moves()).toHaveLength(2)
  expect(new Set(moves().map(({ key }) => key)).size).toBe(1)
  expect(rows()).toEqual(['RGBYO'])
})

test('a move waits for the connection', async () => {
  await store.read()
  proxy.cut()
  const made = store.move('guess RGBYO')
  await vi.waitUntil(() => !store.up)
  expect(store.busy).toBe(true)
  expect(await store.move('guess GGGGG')).toBe(false)
  proxy.mend()
  expect(await made).toBe(true)
  expect(store.busy).toBe(false)
  expect(store.up).toBe(true)
  expect(rows()).toEqual(['RGBYO'])
})

test('without a connection the page says so until the bell is back', async () => {
  await open()
  proxy.cut()
  await vi.waitUntil(() => !store.up, 5000)
  expect(connection.up).toBe(false)
  expect(store.view).not.toBeNull()
  proxy.mend()
  await vi.waitUntil(() => store.up, 5000)
  expect(connection.up).toBe(true)
  expect(store.live).toBe(false)
}, 15_000)

test('an answer that comes late does not hide what is newer', async () => {
  await store.read()
  const release = proxy.holdAnswer('/view')
  const late = store.read()
  await vi.waitUntil(() => proxy.asked('/view').length === 2)
  await moveElsewhere('guess RGBYO', 1)
  void store.read()
  release()
  await late
  await vi.waitUntil(() => rows().length === 1)
  expect(rows()).toEqual(['RGBYO'])
})

test('a View that is older than the one shown is dropped', async () => {
  await store.read()
  await moveElsewhere('guess RGBYO', 1)
  await store.read()
  const { version } = store.view!
  const older = await api.view(store.id, 1)
  store.view = { ...older, version: version + 5 }
  await store.read()
  expect(store.view.version).toBe(version + 5)
})

test('another seat of the same guest is read at once', async () => {
  await store.read()
  await store.turnTo(2)
  expect(store.view?.you).toBe(2)
})

test('the page renders an error itself, in its language', async () => {
  await speech.choose('en-XA')
  const { version } = await api.view(store.id, 1)
  const refused = api.move(store.id, { move: 'guess ROYGBP', version, key: newKey(), seat: 1 })
  const error = await refused.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  expect((error as Error).message).toMatch(/^\[/)
  expect((error as Error).message).toBe(speech.say('error.holes-wrong', { code: 'ROYGBP', given: 6, holes: 5 }))
  await speech.choose('en')
})

test('what a busy server refuses is sent again by itself, with the same key', async () => {
  await open()
  proxy.refuseBusy('/moves')
  proxy.refuseBusy('/moves')
  expect(await store.move('guess RYGBP')).toBe(true)
  expect(new Set(moves().map(({ key }) => key)).size).toBe(1)
  expect(moves()).toHaveLength(3)
  expect(rows()).toEqual(['RYGBP'])
})

test('a table is made although the server was busy at first', async () => {
  proxy.refuseBusy('/tables')
  const { table } = await api.makeTable({ rules: 'togo' })
  expect(table).toHaveLength(22)
  expect(proxy.asked('POST /api/v1/tables')).toHaveLength(2)
})
