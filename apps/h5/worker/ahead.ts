declare const self: ServiceWorkerGlobalScope

/** A public call that the page's start script makes. */
interface Call {
  readonly address: string
  readonly body: string
  readonly language: string
}

interface CallAhead extends Call {
  readonly response: Promise<Response>
  readonly startedMs: number
}

const cacheName = 'candor-first-calls'
/** Screens whose calls are kept: those opened last. */
const mostScreens = 8
/** Prices must not become old unnoticed. The page keeps a response for as long. */
const keptMs = 10_000
let ahead: CallAhead[] = []

/** Keeps what the start script called for, by the address fragment that the page was opened with. */
export async function keepCalls(wanted: object): Promise<void> {
  const screen = 'screen' in wanted ? String(wanted.screen) : ''
  const calls = callsIn('calls' in wanted ? wanted.calls : null)
  const cache = await caches.open(cacheName)
  const key = keyOf(screen)
  await cache.delete(key)
  if (calls.length > 0) await cache.put(key, new Response(JSON.stringify(calls)))
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -mostScreens).map((old) => cache.delete(old)))
}

/** Makes the calls of the last visit to a screen while its page is still on its way: a round trip earlier. */
export async function callAhead({ request }: FetchEvent): Promise<void> {
  const kept = await (await caches.open(cacheName)).match(keyOf(new URL(request.url).hash))
  ahead = callsIn(await kept?.json()).map((call) => {
    const { address, body, language } = call
    const headers = { lang: language, 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    const signal = AbortSignal.timeout(keptMs)
    const response = fetch(address, { method: 'POST', headers, body, credentials: 'omit', signal })
    // The page makes a call again that failed.
    response.catch(() => undefined)
    return { ...call, response, startedMs: performance.now() }
  })
}

/** The response to a call that was made ahead, once; null for every other request. */
export function aheadAnswer({ request }: FetchEvent): Promise<Response> | null {
  if (request.method !== 'POST' || request.headers.has('token')) return null
  return ahead.some(({ address }) => address === request.url) ? taken(request) : null
}

async function taken(request: Request): Promise<Response> {
  const body = await request.clone().text()
  const found = ahead.find(
    (call) => call.address === request.url && call.body === body && call.language === request.headers.get('lang'),
  )
  if (found === undefined || performance.now() - found.startedMs >= keptMs) return fetch(request)
  ahead = ahead.filter((call) => call !== found)
  return found.response.catch(() => fetch(request))
}

function keyOf(screen: string): string {
  return `/h5/first-calls?${new URLSearchParams({ screen }).toString()}`
}

/** Only calls of our own server's API. */
function callsIn(value: unknown): Call[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.filter(isCall).filter(({ address }) => address.startsWith(`${self.location.origin}/api/`))
}

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['address', 'body', 'language'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}
