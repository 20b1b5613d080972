/** Download the files for play on this device, the page itself and Python, check their hashes, and cache them. */

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
/** Files downloaded at the same time: as many as the connections that a browser opens to one host. */
const AT_ONCE = 6
/** Timeout in milliseconds, because a dead line raises no error. */
const PATIENCE = 10_000
/** Files whose names change with their contents: not the page, which is cached under its own URL, nor its icons. */
const NAMED_BY_CONTENT = /^(assets|offline)\/(?!page-)/
const BASE = new URL(import.meta.env.BASE_URL, location.href)

const isPage = (name: string) => name.startsWith('offline/page-')

/** Return the URL under which a file is cached: the page itself under the one that opens it. */
export const address = (name: string) => new URL(isPage(name) ? '' : name, BASE).href

/** Return true if this browser can store files and matches: not over plain HTTP from another machine. */
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

/** Remember that files are on this device: a browser that crashes may lose what the page has just stored. */
export async function recall(): Promise<void> {
  const own = await installed()
  if (own) here.remember(size(own))
}

export const size = (list: FileList) => list.files.reduce((sum, file) => sum + file.bytes, 0)

/** Return true if these files are of the same version as this page. */
export function fits(list: FileList): boolean {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return list.files.some(({ name }) => script?.src === address(name))
}

/** Download the files of a list that are not cached yet. Those of the previous list stay until the next download. */
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
  // A file that fails ends the download; those in progress are still kept, for the next attempt.
  const needed = eachOnce(list.files.filter(({ name }) => !isPage(name)))
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => keepAll(needed)))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  // The page replaces the previous one, so it comes last, once everything that it needs is here.
  await keepAll(list.files.filter(({ name }) => isPage(name)))
  const wanted = new Set(
    [LIST, ...list.files, ...(before?.files ?? [])].map((file) => address(typeof file === 'string' ? file : file.name)),
  )
  for (const request of await ownFiles(cache)) if (!wanted.has(request.url)) await cache.delete(request)
  await cache.put(address(LIST), Response.json(list))
}

/** Return the cached files of this site: a host may have other sites, each in a folder of its own. */
async function ownFiles(cache: Cache): Promise<Request[]> {
  return (await cache.keys()).filter(({ url }) => url.startsWith(BASE.href))
}

/** Hand out items to several loops. If one of them fails, none gets any more. */
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

/** Return the files of this page's version: those on the device, or newer ones if the page is newer. */
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

/** Reload once, because the device or the server has another version than this page. Reloading brings that version. */
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

/** Remove the download. The list goes first, so that what is left after an interruption is not taken for complete. */
export async function remove(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.delete(address(LIST))
  here.remember(0)
  for (const request of await ownFiles(cache)) await cache.delete(request)
}
