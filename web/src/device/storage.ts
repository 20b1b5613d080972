/** What is stored on this device, in IndexedDB: a row for each table, its log, and the data of features. */

import type { OwnTable } from '../api/types.ts'
import { DATABASE } from './database.ts'

interface Row {
  id: string
  summary: OwnTable
  /** True if its owner took it off the list. */
  dismissed?: boolean
}

interface Entry {
  table: string
  seq: number
}

/** Data of a feature: written only if nobody else has written it since it was read. Without data, it is removed. */
interface Kept {
  key: string
  data: string | null
  table: string | null
  version: number
}

const TABLES = 'tables'
const LOG = 'log'
const KEPT = 'kept'

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 2)
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore(TABLES, { keyPath: 'id' })
        request.result.createObjectStore(LOG, { keyPath: ['table', 'seq'] })
      }
      request.result.createObjectStore(KEPT, { keyPath: 'key' })
    }
    request.onsuccess = () => {
      const found = request.result
      found.onclose = () => (opened = null) // the browser has deleted it
      found.onversionchange = () => {
        found.close() // another page deletes it, or upgrades it
        opened = null
      }
      resolve(found)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
  opened.catch(() => (opened = null)) // the next request tries again
  return opened
}

/** Return the result of a request. The database does not know its type. */
function result<Answer>(request: IDBRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Answer)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

/** Return a table with its whole log, as JSON. */
export async function load(table: string): Promise<string | null> {
  const stores = (await database()).transaction([TABLES, LOG])
  const [row, entries] = await Promise.all([
    result<Row | undefined>(stores.objectStore(TABLES).get(table)),
    result<Entry[]>(stores.objectStore(LOG).getAll(IDBKeyRange.bound([table, 0], [table, Infinity]))),
  ])
  return row ? JSON.stringify({ ...row, entries }) : null
}

/**
 * Store a table and its new entries, all or nothing. Return `taken` if the log no longer ends before them: the number
 * of one is taken, or the entry before them was deleted.
 */
export async function commit(change: string): Promise<'stored' | 'taken' | 'refused'> {
  const { entries, kept, ...row } = JSON.parse(change) as Row & { entries: Entry[]; kept: Kept[] }
  return write([TABLES, LOG, KEPT], (transaction, refuse) => {
    const tables = transaction.objectStore(TABLES)
    const log = transaction.objectStore(LOG)
    const before = (entries[0]?.seq ?? 1) - 1
    if (before) {
      const last = log.getKey([row.id, before])
      last.onsuccess = () => {
        if (last.result === undefined) refuse()
      }
    }
    const known = tables.get(row.id) as IDBRequest<Row | undefined>
    known.onsuccess = () => tables.put({ ...row, dismissed: known.result?.dismissed ?? false })
    for (const entry of entries) log.add(entry)
    keepIn(transaction, kept, refuse)
  })
}

/** Return the data of features under a prefix, as JSON. */
export async function kept(prefix: string): Promise<string> {
  const store = (await database()).transaction(KEPT).objectStore(KEPT)
  const end = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  return JSON.stringify(await result<Kept[]>(store.getAll(end)))
}

/** Store data of features, all or nothing. Return `taken` if some has been written since it was read. */
export async function keep(change: string): Promise<'stored' | 'taken' | 'refused'> {
  const all = JSON.parse(change) as Kept[]
  return write([KEPT], (transaction, refuse) => keepIn(transaction, all, refuse))
}

function keepIn(transaction: IDBTransaction, all: Kept[], refuse: () => void): void {
  const store = transaction.objectStore(KEPT)
  for (const one of all) {
    const known = store.get(one.key) as IDBRequest<Kept | undefined>
    known.onsuccess = () => {
      if ((known.result?.version ?? 0) !== one.version) refuse()
      else if (one.data === null) store.delete(one.key)
      else store.put({ ...one, version: one.version + 1 })
    }
  }
}

/** Write in one transaction. `refuse` ends it, because somebody else was quicker. */
async function write(
  stores: string[],
  change: (transaction: IDBTransaction, refuse: () => void) => void,
): Promise<'stored' | 'taken' | 'refused'> {
  try {
    const transaction = (await database()).transaction(stores, 'readwrite', { durability: 'strict' })
    let refused = false
    change(transaction, () => {
      refused = true
      transaction.abort()
    })
    return await new Promise((resolve) => {
      transaction.oncomplete = () => resolve('stored')
      transaction.onabort = () =>
        resolve(refused || transaction.error?.name === 'ConstraintError' ? 'taken' : 'refused')
    })
  } catch (error) {
    console.warn(error) // the browser stores nothing here, or its storage is full
    return 'refused'
  }
}

/** Remove a table with its log. */
export async function remove(table: string): Promise<void> {
  const transaction = (await database()).transaction([TABLES, LOG, KEPT], 'readwrite')
  transaction.objectStore(LOG).delete(IDBKeyRange.bound([table, 0], [table, Infinity]))
  const kept = transaction.objectStore(KEPT)
  for (const each of await result<Kept[]>(kept.getAll())) if (each.table === table) kept.delete(each.key)
  await result(transaction.objectStore(TABLES).delete(table))
}

/** Return true if the browser can store matches at all: it cannot in some private windows. */
export async function canStore(): Promise<boolean> {
  return database().then(
    () => true,
    () => false,
  )
}

export async function hasTables(): Promise<boolean> {
  if (!(await canStore())) return false
  return (await result<number>((await database()).transaction(TABLES).objectStore(TABLES).count())) > 0
}

/** Return the tables of this device that are over, or that are running, newest first. */
export async function ownTables(over: boolean): Promise<OwnTable[]> {
  if (!(await canStore())) return []
  const rows = await result<Row[]>((await database()).transaction(TABLES).objectStore(TABLES).getAll())
  const shown = rows.filter((row) => !row.dismissed && row.summary.over === over)
  return shown.map((row) => row.summary).sort((one, other) => other.created - one.created)
}

/** Take a table off the list. */
export async function dismiss(table: string): Promise<void> {
  const store = (await database()).transaction(TABLES, 'readwrite').objectStore(TABLES)
  const row = await result<Row | undefined>(store.get(table))
  if (row) await result(store.put({ ...row, dismissed: true }))
}

/** Delete all matches on this device. Other tabs close the database when they are notified. */
export async function forget(): Promise<void> {
  const found = await database()
  opened = null
  found.close()
  await result(indexedDB.deleteDatabase(DATABASE))
}
