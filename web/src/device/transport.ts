/** Send requests to this device. One tab has the worker; the others ask it, and one of them takes over after it. */

import { newKey } from '../api/keys.ts'
import type { Bell } from '../api/types.ts'
import { address, CACHE, current, type FileList, renew } from './files.ts'
import type { PythonFiles } from './python.ts'
import type { Heard, Question } from './worker.ts'

export interface DeviceAnswer {
  status: number
  body: string
}

/** A message between tabs: a question, a message from the worker, or the news that there is a new worker. */
type Spoken = { ask: Question } | { heard: Heard } | 'began'
interface Waiting {
  question: Question
  resolve: (answer: DeviceAnswer) => void
  reject: (error: Error) => void
}

/** The name of the lock and the channel. Tabs of one version share a worker; another version has one of its own. */
const nameOf = ({ version }: FileList) => `keypeg-device-${version}`

/** Find the files of Python by their names. */
function pythonFiles({ files }: FileList): PythonFiles {
  const find = (part: string, end = '') =>
    address(files.find(({ name }) => name.startsWith(`offline/${part}-`) && name.endsWith(end))?.name ?? part)
  return {
    cache: CACHE,
    script: find('pyodide', '.js'),
    wasm: find('pyodide', '.gz'),
    library: find('python'),
    packages: [find('msgspec'), find('keypeg')],
  }
}

class Transport {
  #channel: BroadcastChannel | null = null
  readonly #waiting = new Map<string, Waiting>()
  readonly #bells = new Set<(bell: Bell) => void>()
  #worker: Worker | null = null
  #started: Promise<void> | null = null

  /** Ask the device. Reject if it cannot be started: nothing was downloaded, or a newer page needs a newer download. */
  async ask(method: string, path: string, body: string): Promise<DeviceAnswer> {
    this.#started ??= this.#start()
    await this.#started
    return new Promise((resolve, reject) => {
      const question = { id: newKey(), method, path, body }
      this.#waiting.set(question.id, { question, resolve, reject })
      this.#send(question)
    })
  }

  /** Call `ring` after every change of a table on this device. Return a function that ends this. */
  listen(ring: (bell: Bell) => void): () => void {
    this.#bells.add(ring)
    return () => this.#bells.delete(ring)
  }

  async #start(): Promise<void> {
    try {
      const list = await current()
      if (!list) throw new Error('not on this device')
      this.#channel?.close()
      this.#channel = new BroadcastChannel(nameOf(list))
      this.#channel.onmessage = (event: MessageEvent<Spoken>) => {
        if (event.data === 'began') this.#askAgain()
        else if ('heard' in event.data) this.#hear(event.data.heard)
        else this.#worker?.postMessage(event.data.ask)
      }
      void navigator.locks.request(nameOf(list), () => this.#own(pythonFiles(list)))
      renew(list).catch(() => undefined) // without a connection, the next start tries again
    } catch (error) {
      this.#started = null
      throw error
    }
  }

  /** Start the worker, and keep it until this tab is closed or it fails. All tabs repeat their unanswered questions. */
  #own(files: PythonFiles): Promise<void> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const failed = new Promise<void>((done) => {
      const hear = (heard: Heard) => {
        if (heard.kind === 'failed') {
          // The next question starts another worker.
          worker.terminate()
          this.#worker = this.#started = null
          done()
        }
        this.#hear(heard)
        this.#channel?.postMessage({ heard } satisfies Spoken)
      }
      worker.onmessage = (event: MessageEvent<Heard>) => hear(event.data)
      worker.onerror = ({ message }) => hear({ kind: 'failed', why: message })
    })
    worker.postMessage(files)
    this.#worker = worker
    this.#askAgain()
    this.#channel?.postMessage('began' satisfies Spoken)
    return failed
  }

  #askAgain(): void {
    for (const { question } of this.#waiting.values()) this.#send(question)
  }

  #send(question: Question): void {
    if (this.#worker) this.#worker.postMessage(question)
    else this.#channel?.postMessage({ ask: question } satisfies Spoken)
  }

  #hear(heard: Heard): void {
    if (heard.kind === 'answer') {
      this.#waiting.get(heard.id)?.resolve(heard)
      this.#waiting.delete(heard.id)
    } else if (heard.kind === 'bell') {
      const bell = JSON.parse(heard.bell) as Bell
      for (const ring of this.#bells) ring(bell)
    } else {
      for (const { reject } of this.#waiting.values()) reject(new Error(`Python could not be started: ${heard.why}`))
      this.#waiting.clear()
    }
  }
}

export const transport = new Transport()
