/** How long an answer that nobody took may wait: prices must not grow old unseen. */
const keptMs = 10_000

interface EarlyResponse {
  readonly response: Promise<Response>
  readonly startedMs: number
}

declare global {
  /** Calls that the page's start script made while the app's code was still on its way, by address and form. */
  var candorEarly: Map<string, EarlyResponse> | undefined
}

/** Makes a public call before the app is there; the app takes the answer where it would have made the same call. */
export function callEarly(
  address: string,
  input: Readonly<Record<string, string>>,
  language: string,
): Promise<Response> {
  const body = new URLSearchParams(input)
  const response = fetch(address, {
    method: 'POST',
    headers: { lang: language },
    body,
    credentials: 'omit',
    signal: AbortSignal.timeout(keptMs),
  })
  globalThis.candorEarly ??= new Map()
  globalThis.candorEarly.set(`${address}?${body.toString()}`, { response, startedMs: performance.now() })
  // Whoever takes the answer sees the failure; nobody else needs to.
  response.catch(() => undefined)
  return response
}

/** The answer of such a call, once; null where there is none that is fresh. */
export function takeEarlyResponse(address: string, body: unknown): Promise<Response> | null {
  const key = `${address}?${String(body)}`
  const early = globalThis.candorEarly?.get(key)
  if (early === undefined) return null
  globalThis.candorEarly?.delete(key)
  return performance.now() - early.startedMs < keptMs ? early.response : null
}
