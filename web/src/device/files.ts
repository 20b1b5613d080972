/** What is downloaded to play on this device: the page itself and Python, checked by their hashes and kept in a cache. */

import { here } from '../api/here.svelte.ts'
import { inTab } from '../settings.svelte.ts'

interface Listed {
  name: string
  bytes: number
  hash: string
}

export interface FileList {
  /** Differs whenever one of the files does. */
  version: string
  files: Listed[]
}

export const CACHE = 'keypeg-offline'
const LIST = 'offline/files.json'
const RELOADED = 'keypeg.reloaded'
/** Files that are downloaded at the same time: as many as a browser has connections to one host. */
const AT_ONCE = 6
/** Milliseconds after which a line counts as dead that gives no error. */
const PATIENCE = 10_000
/** Files whose names change with their contents: not the page, which is kept under its address, nor its icons. */
const NAMED_BY_CONTENT = /^(assets|offline)\/(?!page-)/
const BASE = new URL(import.meta.env.BASE_URL, location.href)

const isPage = (name: string) => name.startsWith('offline/page-')

/** Where a file is kept: the page itself under the address that opens it. */
export const address = (name: string) => new URL(isPage(name) ? '' : name, BASE).href

/** Whether this browser can keep files and matches here: not over plain http from another machine. */
export const possible = () => 'caches' in globalThis && 'locks' in navigator && 'indexedDB' in globalThis

/** Return the list of files that the server has now; null if it has none. */
export async function offered(): Promise<FileList | null> {
  const answer = await fetch(address(LIST), { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) })
  return answer.ok && answer.headers.get('Content-Type')?.includes('json') ? ((await answer.json()) as FileList) : null
}

/** Return the list of the files on this device; null if they were not downloaded. */
export async function installed(): Promise<FileList | null> {
  const found = await (await caches.open(CACHE)).match(address(LIST))
  return found ? ((await found.json()) as FileList) : null
}

/** Remember files that are on this device: a browser that crashes forgets what the page has just put into its storage. */
export async function recall(): Promise<void> {
  const own = await installed()
  if (own) here.remember(size(own))
}

export const size = (list: FileList) => list.files.reduce((sum, file) => sum + file.bytes, 0)

/** Whether these files are of the same version as this page. */
export function fits(list: FileList): boolean {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return list.files.some(({ name }) => script?.src === address(name))
}

/** Download the files of a list that are not here yet. What was here before stays until the next time. */
export async function download(list: FileList, progress: (bytes: number) => void = () => undefined): Promise<void> {
  const cache = await caches.open(CACHE)
  const before = await installed()
  let done = 0
  const keepAll = async (files: Iterable<Listed>) => {
    for (const { name, bytes, hash } of files) {
      const known = NAMED_BY_CONTENT.test(name) && (await cache.match(address(name)))
      if (!known) await keep(cache, name, hash)
      done += bytes
      progress(done)
    }
  }
  // A file that fails ends the download; those under way are still kept, for the next attempt.
  const needed = eachOnce(list.files.filter(({ name }) => !isPage(name)))
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => keepAll(needed)))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  // The page takes the place of the one before, so it comes once everything that it needs is here.
  await keepAll(list.files.filter(({ name }) => isPage(name)))
  const wanted = new Set(
    [LIST, ...list.files, ...(before?.files ?? [])].map((file) => address(typeof file === 'string' ? file : file.name)),
  )
  for (const request of await ownFiles(cache)) if (!wanted.has(request.url)) await cache.delete(request)
  await cache.put(address(LIST), Response.json(list))
}

/** The files in the cache that are of this site: a host may have others beside it, in folders of their own. */
async function ownFiles(cache: Cache): Promise<Request[]> {
  return (await cache.keys()).filter(({ url }) => url.startsWith(BASE.href))
}

/** Hand out items to several loops. If one of them fails, no loop gets any more. */
function* eachOnce<Item>(items: Item[]): Generator<Item> {
  yield* items
}

async function keep(cache: Cache, name: string, hash: string): Promise<void> {
  const bytes = Uint8Array.from(hash.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const integrity = `sha256-${btoa(String.fromCharCode(...bytes))}`
  const answer = await fetch(new URL(name, BASE), { integrity, cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  await cache.put(address(name), new Response(await answer.blob(), { headers: answer.headers }))
}

/** Return the files to use, of this page's version: those on the device, or newer ones if the page is newer. */
export async function current(): Promise<FileList | null> {
  const own = await installed()
  if (!own) {
    here.remember(0) // the browser has deleted them
    return null
  }
  if (fits(own)) return own
  const newer = await offered().catch(() => null)
  if (!newer || !fits(newer)) {
    reloadOnce((newer ?? own).version)
    return null
  }
  await renewTo(newer)
  return newer
}

/** Another version than this page's is here, or on the server: opened again, the page is of that version too. */
function reloadOnce(version: string): void {
  if (inTab.get<string>(RELOADED, '') === version) return
  inTab.put(RELOADED, version)
  location.reload()
}

/** If the server has a newer version of these files, download what has changed; it is used from the next start on. */
export async function renew(own: FileList): Promise<void> {
  const newer = await offered()
  if (newer && newer.version !== own.version) await renewTo(newer)
}

async function renewTo(newer: FileList): Promise<void> {
  await download(newer)
  here.remember(size(newer))
}

/** Remove the download. The list goes first: if this breaks off, nobody takes what is left for whole. */
export async function remove(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.delete(address(LIST))
  here.remember(0)
  for (const request of await ownFiles(cache)) await cache.delete(request)
}
