import { CallFailed } from '@candor/client'
import { developmentApi } from '@candor/client/api-base'

/** The server that publishes the log, its keys and the pages that check it: the app's own host. */
export const publicOrigin = (): string => (import.meta.env.DEV ? developmentApi : window.location.origin)

/** Loads a public file; null where the server has none. Throws `CallFailed` as a call without a response does. */
export async function publicFile(path: string): Promise<Uint8Array | null> {
  const response = await reached(path)
  if (response.status === 404) return null
  if (!response.ok) throw lost('unknown')
  return new Uint8Array(await response.arrayBuffer())
}

async function reached(path: string): Promise<Response> {
  try {
    return await fetch(publicOrigin() + path, { credentials: 'omit', signal: AbortSignal.timeout(20_000) })
  } catch {
    throw lost('network')
  }
}

const lost = (error: 'network' | 'unknown') =>
  new CallFailed({ ok: false, error, msg: '', fields: {}, data: null, reference: undefined })
