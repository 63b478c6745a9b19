import { WebSocket } from 'ws'
import type { LiveSource, SourceQuote } from './live-source.ts'
import { SequenceWatch } from './source-intake.ts'

/** Larger than any message that a source documents; a larger one ends the connection. */
const maxMessageBytes = 1_048_576

/** What the keeper hears of a connection. `ended` comes once, and nothing after it. */
export interface ConnectionListener {
  quote(connection: SourceConnection, quote: SourceQuote): void
  refused(symbol: string): void
  garbage(): void
  /** It lasted long enough to be called a good one. */
  steady(connection: SourceConnection): void
  /** It should be replaced without a break: the source announced its end, or it is too old. */
  expiring(connection: SourceConnection): void
  ended(connection: SourceConnection, reason: string): void
}

/** One connection to a source, from opening to its end: greets, keeps alive, and ends what has gone silent. Never opens a second time. */
export class SourceConnection {
  readonly sequence = new SequenceWatch()
  readonly #source: LiveSource
  readonly #listener: ConnectionListener
  readonly #socket: WebSocket
  readonly #timers: NodeJS.Timeout[] = []
  #silence: NodeJS.Timeout
  #reason = 'closed by the source'
  #isEnded = false

  constructor(source: LiveSource, listener: ConnectionListener) {
    this.#source = source
    this.#listener = listener
    const { connectMs } = source.limits
    this.#socket = new WebSocket(source.url, { maxPayload: maxMessageBytes, perMessageDeflate: false })
    // Until it is open, silence is the time to connect.
    this.#silence = setTimeout(() => this.#end('silent'), connectMs)
    this.#socket.on('open', () => this.#greet())
    this.#socket.on('ping', () => this.#heard())
    this.#socket.on('message', (data: Buffer, isBinary) => this.#read(data, isBinary))
    this.#socket.on('error', (fault) => (this.#reason = fault.message))
    this.#socket.on('close', () => this.#finish())
  }

  /** Ends it without telling the listener: it is no longer wanted. */
  close(): void {
    this.#isEnded = true
    this.#clearTimers()
    this.#socket.terminate()
  }

  #greet(): void {
    const { greetings, keepAlive, limits } = this.#source
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#end('silent'), limits.silenceMs)
    for (const [index, text] of greetings.entries()) this.#after(index * limits.sendEveryMs, () => this.#send(text))
    if (keepAlive !== null) this.#timers.push(setInterval(() => this.#send(keepAlive.text), keepAlive.everyMs))
    this.#after(limits.retry.steadyMs, () => this.#listener.steady(this))
    this.#after(limits.lifeMs, () => this.#listener.expiring(this))
  }

  #read(data: Buffer, isBinary: boolean): void {
    if (this.#isEnded) return
    const messages = isBinary ? null : this.#source.read(data.toString())
    // Garbage is no sign of life: a source that says nothing else is as good as silent.
    if (messages === null) return this.#listener.garbage()
    this.#heard()
    for (const message of messages) {
      if (message.kind === 'quote') this.#listener.quote(this, message)
      else if (message.kind === 'refused') this.#listener.refused(message.symbol)
      else if (message.kind === 'closing') this.#listener.expiring(this)
    }
  }

  #heard(): void {
    this.#silence.refresh()
  }

  #send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  #after(delayMs: number, run: () => void): void {
    this.#timers.push(setTimeout(run, delayMs))
  }

  /** A half-open connection never answers a polite close: it is cut. */
  #end(reason: string): void {
    this.#reason = reason
    this.#socket.terminate()
  }

  #finish(): void {
    this.#clearTimers()
    if (this.#isEnded) return
    this.#isEnded = true
    this.#listener.ended(this, this.#reason)
  }

  #clearTimers(): void {
    clearTimeout(this.#silence)
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
