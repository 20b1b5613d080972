import './look/theme.css'
import './look/paint.css'

import { mount } from 'svelte'

import App from './App.svelte'
import { followLinks, place } from './router.svelte.ts'
import { apply, settings } from './settings/settings.svelte.ts'
import { preferred, speech } from './words/speech.svelte.ts'

apply()
followLinks()
await speech.choose(place.query.get('lang') ?? (settings.language || preferred()))
mount(App, { target: document.getElementById('app')! })

// Only over a secure line, or on this machine itself, do browsers keep pages for later.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
