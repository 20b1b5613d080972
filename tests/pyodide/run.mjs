/* Run a Python module in Pyodide: `node run.mjs FOLDER MODULE ARGUMENT…`. The folder has what the page gets. */

import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadPyodide } from '../../web/node_modules/pyodide/pyodide.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const [packed, ...module] = process.argv.slice(2)
const COPIED = ['', 'playthroughs', 'pyodide']

try {
  const python = await loadPyodide()
  for (const name of ['msgspec.zip', 'keypeg.zip'])
    python.unpackArchive(new Uint8Array(readFileSync(join(packed, name))), 'zip', { extractDir: '/keypeg' })
  for (const folder of COPIED) {
    python.FS.mkdirTree(join('/keypeg/tests', folder))
    for (const name of readdirSync(join(root, 'tests', folder)).filter((each) => /\.(py|txt)$/.test(each)))
      python.FS.writeFile(join('/keypeg/tests', folder, name), readFileSync(join(root, 'tests', folder, name)))
  }
  python.globals.set('arguments', python.toPy(module))
  await python.runPythonAsync(`
import sys, runpy
sys.path.insert(0, "/keypeg")
sys.argv = list(arguments)
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
sys.stdout.flush()
`)
} catch (error) {
  // Only its message: the line it came from is a megabyte long.
  console.error(error.message)
  process.exit(1)
}
