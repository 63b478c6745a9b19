import { WebSocket } from 'ws'
import type { LineRequest, LiveSource } from './live-source.ts'

/** Larger than any message that a source documents; a larger one ends the connection. */
const maxMessageBytes = 1_048_576

/** Events of a transport. `ended` is called once, and nothing after it. */
export interface TransportEvents {
  opened(): void
  /** A sign of life that is no message. */
  heard(): void
  /** One message; null where it was bytes. */
  message(text: string | null): void
  /** This symbol cannot be had. */
  refused(symbol: string): void
  ended(reason: string): void
}

/** The connection that carries a source's messages. */
export interface Transport {
  send(text: string): void
  /** Terminates it without waiting for the peer. */
  cut(): void
}

/** Opens the way to a source: lines over HTTP where it has them, else a WebSocket. */
export function openTransport(source: LiveSource, events: TransportEvents): Transport {
  return source.lines === undefined ? openSocket(source.url, events) : openLines(source, source.lines, events)
}

function openSocket(url: string, events: TransportEvents): Transport {
  const socket = new WebSocket(url, { maxPayload: maxMessageBytes, perMessageDeflate: false })
  let reason = 'closed by the source'
  socket.on('open', () => events.opened())
  socket.on('ping', () => events.heard())
  socket.on('message', (data: Buffer, isBinary) => events.message(isBinary ? null : data.toString()))
  socket.on('error', (fault) => (reason = fault.message))
  socket.on('close', () => events.ended(reason))
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    cut: () => socket.terminate(),
  }
}

function openLines(source: LiveSource, request: LineRequest, events: TransportEvents): Transport {
  const abort = new AbortController()
  const wanted = [...source.symbols.values()]
  void followLines({ request, wanted, events, signal: abort.signal }).then(
    () => events.ended('closed by the source'),
    (fault: unknown) => events.ended(reasonOf(fault)),
  )
  return { send: () => undefined, cut: () => abort.abort() }
}

interface Following {
  readonly request: LineRequest
  readonly wanted: readonly string[]
  readonly events: TransportEvents
  readonly signal: AbortSignal
}

/** Follows the lines until the response ends. Throws where it cannot be had or breaks. */
async function followLines({ request, wanted, events, signal }: Following): Promise<void> {
  const listed = request.readList(await (await ask(request.listUrl, request, signal)).text())
  if (listed === null) throw new Error('the list of instruments is garbage')
  const names = wanted.filter((name) => listed.includes(name))
  for (const name of wanted) if (!names.includes(name)) events.refused(name)
  if (names.length === 0) throw new Error('none of the instruments can be had')
  const response = await ask(request.urlOf(names), request, signal)
  events.opened()
  if (response.body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body) {
    if (!(chunk instanceof Uint8Array)) continue
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxMessageBytes) throw new Error('a line is too long')
    for (const text of lines) if (text.trim() !== '') events.message(text)
  }
}

async function ask(url: string, { headers }: LineRequest, signal: AbortSignal): Promise<Response> {
  // Compressed lines would wait in a buffer; a redirect could carry the token elsewhere.
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'error',
    signal,
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`answered ${response.status}`)
}

/** `fetch` hides the cause of a failure behind a general sentence. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  return fault.cause instanceof Error ? fault.cause.message : fault.message
}
