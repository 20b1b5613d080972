/* Caches the page itself and the rules of all boxes, so that an installed Keypeg opens offline, can say so, and still
   explains the games. Tables are on the server: nothing else of /api is cached. A download to play
   offline has all files of one version in a cache of its own, which the page fills; that version opens offline. */

const CACHE = 'keypeg-page'
const DOWNLOADED = 'keypeg-offline'
/** The address of the page: the folder of this script. */
const HOME = new URL('./', location).href
const FILES = ['assets/', 'offline/pyodide-'].map((folder) => new URL(folder, HOME).pathname)
const ICONS = /\/(icon[^/]*|manifest\.webmanifest)$/
/** The boxes, what they are called and their rules: the same for everybody. A site without a server has them as files. */
const RULES = /^\/api\/v1\/(boxes(\/[^/]+\/rules)?|rules)$|\/rules\/[^/]+\.json$/
/** Milliseconds after which a line counts as dead: in a tunnel there is no error. */
const PATIENCE = 4000

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(Promise.all([fetch(HOME).then(keep), latest(new Request(new URL('icon.svg', HOME)))]))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url)
  if (event.request.method !== 'GET' || address.origin !== location.origin) return
  if (RULES.test(address.pathname) || ICONS.test(address.pathname)) event.respondWith(latest(event.request))
  else if (address.pathname.startsWith('/api/')) return
  else if (event.request.mode === 'navigate') event.respondWith(fresh(event.request))
  else if (FILES.some((folder) => address.pathname.startsWith(folder))) event.respondWith(kept(event.request))
})

/** Tapping a notification leads to its table, in the tab that shows it if there is one. */
self.addEventListener('notificationclick', (event) => {
  const address = event.notification.data
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((tabs) => {
      const tab = tabs.find(({ url }) => url.startsWith(address))
      return tab ? tab.focus() : self.clients.openWindow(address)
    }),
  )
})

/** On the first visit the page loads before this worker runs, so it names the files to cache; rules that nobody has read, too. */
self.addEventListener('message', (event) =>
  event.waitUntil(Promise.all(event.data.map((file) => kept(new Request(file))))),
)

/** Return the newest page, or the cached one if offline. */
function fresh(request) {
  return newest(request, keep, async () => {
    const downloaded = await caches.open(DOWNLOADED)
    return (await downloaded.match(HOME)) ?? (await caches.match(HOME))
  })
}

/** Return the newest answer, or the last one if offline. */
function latest(request) {
  return newest(
    request,
    (answer) => (answer.ok ? store(request, answer) : undefined),
    async () => undated(await caches.match(request, { ignoreVary: true })),
  )
}

/** What was kept, without its Date: so the page knows that the server has not said it now. */
const undated = (kept) =>
  kept && new Response(kept.body, { headers: { 'Content-Type': kept.headers.get('Content-Type') } })

/** Return what the server answers, and keep it; what was kept before if it is away, or silent. */
async function newest(request, keepIt, last) {
  const asked = fetch(request)
  const answer = await Promise.race([asked, silence()]).catch(() => null)
  if (answer && answer.status < 500) {
    await keepIt(answer.clone())
    return answer
  }
  return (await last()) ?? asked
}

const silence = () => new Promise((done) => setTimeout(done, PATIENCE, null))

/** Cache the page. A new page uses other files: delete the old ones, not those of another folder. Its head differs from screen to screen. */
async function keep(answer) {
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return
  const cache = await caches.open(CACHE)
  const last = await cache.match(HOME)
  if (last && files(await last.text()) !== files(await answer.clone().text())) {
    for (const file of await cache.keys()) if (file.url.startsWith(HOME)) await cache.delete(file)
  }
  await store(HOME, answer)
}

/** The files that a page uses. */
const files = (page) => (page.match(/assets\/[\w.-]+/g) ?? []).join(' ')

/** Return a file from the cache if possible: its name changes with its contents. Rules change with the page. */
async function kept(request) {
  const found = await caches.match(request, { ignoreVary: true })
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await store(request, answer.clone())
  return answer
}

/** Cache an answer if there is room: on a full device the page still opens while online. */
async function store(request, answer) {
  try {
    await (await caches.open(CACHE)).put(request, answer)
  } catch {
    // The next visit asks the server again.
  }
}
