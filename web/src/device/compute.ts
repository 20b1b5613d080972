/** The second worker, for work that may take seconds and may have to be aborted. */

import { startPython, type PythonFiles } from './python.ts'

type Compute = (packed: string) => string

let compute: Promise<Compute> | null = null

onmessage = async (event: MessageEvent<PythonFiles | string>) => {
  const asked = event.data
  if (typeof asked !== 'string') {
    compute = startPython(asked).then(
      (python) => (python.pyimport('keypeg.device.browser') as unknown as { compute: Compute }).compute,
    )
    return
  }
  try {
    postMessage((await compute!)(asked))
  } catch (error) {
    console.error(error)
    postMessage(null)
  }
}
