/** How long an unused response is kept: prices must not become old unnoticed. */
const keptMs = 10_000

interface EarlyResponse {
  readonly response: Promise<Response>
  readonly startedMs: number
}

/** What the start script called for: the service worker makes the same calls ahead at the next visit. */
interface FirstCalls {
  /** The fragment of the address that the page was opened with. */
  readonly screen: string
  readonly calls: { readonly address: string; readonly body: string; readonly language: string }[]
}

declare global {
  /** Calls that the page's start script made while the app's code was still on its way, by address and form. */
  var candorEarly: Map<string, EarlyResponse> | undefined
  var candorFirstCalls: FirstCalls | undefined
}

/** Makes a public call before the app is loaded; the app uses the response where it would have made the same call. */
export function callEarly(
  address: string,
  input: Readonly<Record<string, string>>,
  language: string,
): Promise<Response> {
  const body = new URLSearchParams(input)
  globalThis.candorFirstCalls ??= { screen: location.hash, calls: [] }
  globalThis.candorFirstCalls.calls.push({ address, body: body.toString(), language })
  const response = fetch(address, {
    method: 'POST',
    headers: { lang: language },
    body,
    credentials: 'omit',
    signal: AbortSignal.timeout(keptMs),
  })
  globalThis.candorEarly ??= new Map()
  globalThis.candorEarly.set(`${address}?${body.toString()}`, { response, startedMs: performance.now() })
  // The user of the response sees the failure; others need not.
  response.catch(() => undefined)
  return response
}

/** The response of such a call, once; null when there is no fresh one. */
export function takeEarlyResponse(address: string, body: unknown): Promise<Response> | null {
  const key = `${address}?${String(body)}`
  const early = globalThis.candorEarly?.get(key)
  if (early === undefined) return null
  globalThis.candorEarly?.delete(key)
  return performance.now() - early.startedMs < keptMs ? early.response : null
}
