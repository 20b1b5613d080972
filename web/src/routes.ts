/** Every screen and its address. */

import type { Route } from './router.svelte.ts'
import Home from './screens/Home.svelte'

export const routes: Route[] = [
  { path: '/', load: () => Promise.resolve({ default: Home }) },
  { path: '/new', load: () => import('./screens/NewTable.svelte') },
  { path: '/t/:table', load: () => import('./screens/Play.svelte') },
]

export const missing = () => import('./screens/Missing.svelte')
