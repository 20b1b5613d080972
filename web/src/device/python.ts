/** Start Python in a worker, from cached files only. */

import { loadPyodide, type PyodideInterface } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'

/** The URLs of the cached files, by what they are. */
export interface PythonFiles {
  cache: string
  script: string
  wasm: string
  library: string
  packages: string[]
}

export async function startPython(files: PythonFiles): Promise<PyodideInterface> {
  const cache = await caches.open(files.cache)
  const read = async (address: string): Promise<Response> => {
    const found = await cache.match(address)
    if (!found) throw new Error(`${address} is not on this device`)
    return found
  }
  const wasm = async () => {
    const packed = (await read(files.wasm)).body!
    const headers = { 'Content-Type': 'application/wasm' }
    return new Response(packed.pipeThrough(new DecompressionStream('gzip')), { headers })
  }
  // Pyodide fetches what it needs by these names; nothing else is ever fetched.
  self.fetch = (asked) => {
    const address = String(asked instanceof Request ? asked.url : asked)
    if (address.endsWith('.wasm')) return wasm()
    return address.endsWith('/python.zip') ? read(files.library) : Promise.reject(new TypeError(address))
  }
  // Not bundled, because it evaluates code that depends on its variable names. The service worker serves it.
  const script = (await import(/* @vite-ignore */ files.script)) as { default: unknown }
  const python = await loadPyodide({
    createPyodideModule: script.default,
    indexURL: '/',
    stdLibURL: '/python.zip',
    packageBaseUrl: '/',
    lockFileContents: { info, packages: {} },
  } as Parameters<typeof loadPyodide>[0])
  for (const address of files.packages) {
    python.unpackArchive(await (await read(address)).arrayBuffer(), 'zip', { extractDir: '/keypeg' })
  }
  python.runPython('import sys; sys.path.insert(0, "/keypeg")')
  return python
}
