declare const self: ServiceWorkerGlobalScope
/** The files of the build, inserted by it. */
declare const __SHELL__: {
  /** Unique per build. */
  readonly version: string
  /** The files that the page needs, in every language. */
  readonly files: readonly string[]
  /** The screens that open without a network though they were not visited. */
  readonly screens: readonly string[]
  /** Texts of those screens by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** The help articles by language. */
  readonly articles: Readonly<Record<string, string>>
}

const shell = __SHELL__
const cachePrefix = 'candor-shell-'
const cacheName = cachePrefix + shell.version
const page = '/h5/'
const assets = '/h5/assets/'
/** One by one, each file would cost a slow network a round trip; all at once, the screen in use would wait for them. */
const keptAtOnce = 4
/** A network silent for this long counts as absent: the cached page opens. */
const patienceMs = 4_000

/** Caches the page and its code, all or nothing. The page comes from the network, so that it matches these files. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all([
    cache.add(new Request(page, { cache: 'reload' })),
    ...shell.files.map((file) => keep(cache, file)),
  ])
}

/**
 * Caches what the customer uses: loaded files, the language's texts, and the main screens with help unless the browser
 * is to save data.
 */
export async function keepFiles(wanted: object): Promise<void> {
  const language = 'language' in wanted ? String(wanted.language) : 'en'
  const loaded = 'loaded' in wanted && Array.isArray(wanted.loaded) ? wanted.loaded.map(String) : []
  const isSaving = 'isSaving' in wanted && wanted.isSaving === true
  const articles = shell.articles[language]
  // The loaded ones last: they come from the browser's own copies, and the visit may be short.
  const files = [
    ...(shell.texts[language] ?? []),
    ...(isSaving ? [] : shell.screens),
    ...(isSaving || articles === undefined ? [] : [articles]),
    ...loaded.filter((file) => file.startsWith(assets)),
  ]
  const cache = await caches.open(cacheName)
  const left = [...new Set(files)]
  const keepNext = async (): Promise<void> => {
    // Each on its own: a file that a newer version has replaced is no loss.
    for (let file = left.shift(); file !== undefined; file = left.shift())
      await keep(cache, file).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: keptAtOnce }, keepNext))
}

async function keep(cache: Cache, file: string): Promise<void> {
  // Files are named after their content: the browser's own copy is as good, and costs nothing.
  if ((await cache.match(file, { ignoreVary: true })) === undefined)
    await cache.add(new Request(file, { cache: 'force-cache' }))
}

/** Forgets the files of other versions. */
export async function forgetOtherVersions(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName).map((name) => caches.delete(name)),
  )
}

/** The response for the page and its files; null for everything else, which the worker leaves alone. */
export function shellAnswer(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return null
  if (request.mode === 'navigate') return url.pathname === page ? pageAnswer(event) : null
  return url.pathname.startsWith(assets) ? assetAnswer(event) : null
}

/**
 * From the network, so that no customer stays on an old version; from the cache when there is none, or only a gateway's
 * error.
 */
async function pageAnswer(event: FetchEvent): Promise<Response> {
  const answered = fromNetwork(event)
  const kept = caches.open(cacheName).then((cache) => cache.match(page, { ignoreVary: true }))
  const first = await Promise.race([answered, sleep(patienceMs)])
  if (first !== null && first.status < 500) return first
  return (await kept) ?? first ?? (await answered) ?? Response.error()
}

async function fromNetwork(event: FetchEvent): Promise<Response | null> {
  try {
    const early: unknown = await event.preloadResponse
    return early instanceof Response ? early : await fetch(event.request)
  } catch {
    return null
  }
}

async function sleep(ms: number): Promise<null> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return null
}

/** A file named after its content is never stale. Files loaded on the way are cached. */
async function assetAnswer(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(event.request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const response = await fetch(event.request)
  if (response.status === 200) event.waitUntil(cache.put(event.request, response.clone()))
  return response
}
