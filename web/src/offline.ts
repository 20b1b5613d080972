/** Cache what the page needs without a connection: the files it has used, and the rules of all boxes. */

import { rulesAddresses } from './api/client.ts'
import { BOXES, FREE } from './words/names.ts'
import { speech } from './words/speech.svelte.ts'

/** Milliseconds in which the first screen can load undisturbed. */
const LATER = 4000

/** The files loaded so far. */
const files = () =>
  performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/assets/') ? [name] : []))

/** Cache the page. Browsers only do so over a secure connection, or on this machine itself. */
export async function keepForLater(): Promise<void> {
  await navigator.serviceWorker.register(new URL(`${import.meta.env.BASE_URL}sw.js`, location.href))
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(files())
  await new Promise((done) => setTimeout(done, LATER))
  await loadRules()
  active?.postMessage([...files(), ...[...BOXES, FREE].flatMap(rulesAddresses)])
}

/** Load what is needed to show rules, in the reader's language. */
async function loadRules(): Promise<void> {
  await Promise.all([
    import('./screens/rules/RulesScreen.svelte'),
    import('./screens/rules/BoxRulesScreen.svelte'),
    import('./screens/table/TableSheet.svelte'),
    speech.load('rules'),
    speech.load('errors'),
  ])
}
