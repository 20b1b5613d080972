/** Every screen and its address. */

import type { Route } from './router.svelte.ts'
import Home from './screens/Home.svelte'

export const routes: Route[] = [
  { path: '/', load: () => Promise.resolve({ default: Home }) },
  { path: '/new', load: () => import('./screens/NewTable.svelte') },
  { path: '/review/:table', load: () => import('./screens/Review.svelte') },
  { path: '/board', load: () => import('./screens/HomeBoard.svelte') },
  { path: '/stats', load: () => import('./screens/Stats.svelte') },
  { path: '/t/:table', load: () => import('./screens/Play.svelte') },
  { path: '/rules', load: () => import('./screens/Rules.svelte') },
  { path: '/rules/:box', load: () => import('./screens/RulesOf.svelte') },
  { path: '/daily', load: () => import('./screens/Daily.svelte') },
  { path: '/settings', load: () => import('./screens/Settings.svelte') },
  { path: '/me', load: () => import('./screens/Adopt.svelte') },
]

export const missing = () => import('./screens/Missing.svelte')
