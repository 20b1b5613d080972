/** Every screen and its address. */

import type { Route } from './router.svelte.ts'
import HomeScreen from './screens/home/HomeScreen.svelte'

export const routes: Route[] = [
  { path: '/', load: () => Promise.resolve({ default: HomeScreen }) },
  { path: '/new', load: () => import('./screens/new-table/NewTableScreen.svelte') },
  { path: '/review/:table', load: () => import('./screens/review/ReviewScreen.svelte') },
  { path: '/board', load: () => import('./screens/home-board/HomeBoardScreen.svelte') },
  { path: '/games', load: () => import('./screens/games/GamesScreen.svelte') },
  { path: '/stats', load: () => import('./screens/stats/StatsScreen.svelte') },
  { path: '/t/:table', load: () => import('./screens/table/TableScreen.svelte') },
  { path: '/rules', load: () => import('./screens/rules/RulesScreen.svelte') },
  { path: '/rules/:box', load: () => import('./screens/rules/BoxRulesScreen.svelte') },
  { path: '/daily', load: () => import('./screens/daily/DailyScreen.svelte') },
  { path: '/daily/archive', load: () => import('./screens/daily/ArchiveScreen.svelte') },
  { path: '/daily/:day', load: () => import('./screens/daily/DailyScreen.svelte') },
  { path: '/r/:share', load: () => import('./screens/shared/SharedScreen.svelte') },
  { path: '/practice', load: () => import('./screens/practice/PracticeScreen.svelte') },
  { path: '/offline', load: () => download() },
  { path: '/settings', load: () => import('./screens/settings/SettingsScreen.svelte') },
  { path: '/me', load: () => import('./screens/adopt-guest/AdoptGuestScreen.svelte') },
]

export const missing = () => import('./screens/not-found/NotFoundScreen.svelte')

export const download = () => import('./screens/offline/OfflineScreen.svelte')
