/** The worker that answers the page on this device: the service in Python, with the matches in IndexedDB. */

import type { PyProxy } from 'pyodide/ffi'

import { startPython, type PythonFiles } from './python.ts'
import { commit, keep, kept, load, remove } from './storage.ts'

export interface Question {
  id: string
  method: string
  path: string
  body: string
}

export type Heard =
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; id: string; status: number; body: string }
  | { kind: 'bell'; bell: string }

interface Device extends PyProxy {
  ask(method: string, path: string, body: string): Promise<string>
}

/** Milliseconds after which long work is aborted. */
const LONGEST = 60_000

const tell = (heard: Heard) => postMessage(heard)

let start: (files: PythonFiles) => void
const started = new Promise<PythonFiles>((resolve) => (start = resolve))
const device = started.then(async (files) => {
  const python = await startPython(files)
  const { Worker: Answering } = python.pyimport('keypeg.device.browser') as unknown as {
    Worker: (...given: unknown[]) => Device
  }
  return Answering(
    { load, commit, remove, kept, keep },
    (packed: string) => elsewhere(files, packed),
    (bell: string) => tell({ kind: 'bell', bell }),
  )
})
device.catch((error: unknown) => tell({ kind: 'failed', why: String(error) }))

let second: Worker | null = null
let queue: Promise<unknown> = Promise.resolve()

/** Run long work in a second worker, one piece at a time. Return null if it took too long and was aborted. */
function elsewhere(files: PythonFiles, packed: string): Promise<string | null> {
  const done = queue.then(() => inSecond(files, packed))
  queue = done
  return done
}

function inSecond(files: PythonFiles, packed: string): Promise<string | null> {
  return new Promise((resolve) => {
    if (!second) {
      second = new Worker(new URL('./compute.ts', import.meta.url), { type: 'module' })
      second.postMessage(files)
    }
    const end = (found: string | null) => {
      clearTimeout(timer)
      if (found === null) {
        second?.terminate()
        second = null
      }
      resolve(found)
    }
    const timer = setTimeout(() => end(null), LONGEST)
    second.onmessage = (event: MessageEvent<string | null>) => end(event.data)
    second.onerror = () => end(null)
    second.postMessage(packed)
  })
}

/** The questions in progress: a tab repeats the questions that it asked while this worker was starting. */
const underWay = new Set<string>()

onmessage = async (event: MessageEvent<PythonFiles | Question>) => {
  const asked = event.data
  if (!('method' in asked)) {
    start(asked)
    return
  }
  const { id, method, path, body } = asked
  if (underWay.has(id)) return
  underWay.add(id)
  try {
    const answer = JSON.parse(await (await device).ask(method, path, body)) as { status: number; body: string }
    tell({ kind: 'answer', id, ...answer })
  } catch (error) {
    console.error(error)
    tell({ kind: 'answer', id, status: 500, body: '' })
  } finally {
    underWay.delete(id)
  }
}
