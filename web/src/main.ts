import 'virtual:woods.css'
import './look/theme.css'

import { mount } from 'svelte'

import App from './App.svelte'
import { keepForLater } from './offline.ts'
import { followLinks, place } from './router.svelte.ts'
import { apply, settings } from './settings.svelte.ts'
import { preferred, speech } from './words/speech.svelte.ts'

apply()
followLinks()
await speech.choose(place.query.get('lang') ?? (settings.language || preferred()))
mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) keepForLater().catch(() => undefined)
