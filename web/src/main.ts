import 'virtual:woods.css'
import './look/theme.css'

import { mount } from 'svelte'

import App from './App.svelte'
import { followLinks, place } from './router.svelte.ts'
import { apply, settings } from './settings.svelte.ts'
import { preferred, speech } from './words/speech.svelte.ts'

apply()
followLinks()
await speech.choose(place.query.get('lang') ?? (settings.language || preferred()))
mount(App, { target: document.getElementById('app')! })

// Only over a secure line, or on this machine itself, do browsers keep pages for later.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  const files = () =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/assets/') ? [name] : []))
  navigator.serviceWorker
    .register(new URL(`${import.meta.env.BASE_URL}sw.js`, location.href))
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(files()))
    .catch(() => undefined)
}
