import { withoutSecrets } from './live-source.ts'
import type { LiveSource, SourceQuote } from './live-source.ts'
import { SequenceWatch } from './source-intake.ts'
import { openTransport } from './source-transport.ts'
import type { Transport } from './source-transport.ts'

/** Receives a connection's events. `ended` is called once, and nothing after it. */
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

/**
 * One connection to a source, from opening to its end: sends the greeting, keeps it alive, and ends it when silent.
 * Never reopens.
 */
export class SourceConnection {
  readonly sequence = new SequenceWatch()
  readonly #source: LiveSource
  readonly #listener: ConnectionListener
  readonly #transport: Transport
  readonly #timers: NodeJS.Timeout[] = []
  #silence: NodeJS.Timeout
  #ownReason: string | null = null
  #isEnded = false

  constructor(source: LiveSource, listener: ConnectionListener) {
    this.#source = source
    this.#listener = listener
    // Until it is open, silence is the time to connect.
    this.#silence = setTimeout(() => this.#end('silent'), source.limits.connectMs)
    this.#transport = openTransport(source, {
      opened: () => this.#greet(),
      heard: () => this.#heard(),
      message: (text) => this.#read(text),
      refused: (symbol) => this.#listener.refused(symbol),
      ended: (reason) => this.#finish(reason),
    })
  }

  /** Ends it without notifying the listener. */
  close(): void {
    this.#isEnded = true
    this.#clearTimers()
    this.#transport.cut()
  }

  #greet(): void {
    if (this.#isEnded) return
    const { greetings, keepAlive, limits } = this.#source
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#end('silent'), limits.silenceMs)
    for (const [index, text] of greetings.entries())
      this.#after(index * limits.sendEveryMs, () => this.#transport.send(text))
    if (keepAlive !== null)
      this.#timers.push(setInterval(() => this.#transport.send(keepAlive.text), keepAlive.everyMs))
    this.#after(limits.retry.steadyMs, () => this.#listener.steady(this))
    this.#after(limits.lifeMs, () => this.#listener.expiring(this))
  }

  #read(text: string | null): void {
    if (this.#isEnded) return
    const messages = text === null ? null : this.#source.read(text)
    // Garbage is no sign of life: a source that sends nothing else counts as silent.
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

  #after(delayMs: number, run: () => void): void {
    this.#timers.push(setTimeout(run, delayMs))
  }

  /** A half-open connection never completes a graceful close, so terminate it. */
  #end(reason: string): void {
    this.#ownReason = reason
    this.#transport.cut()
  }

  #finish(reason: string): void {
    this.#clearTimers()
    if (this.#isEnded) return
    this.#isEnded = true
    this.#listener.ended(this, withoutSecrets(this.#ownReason ?? reason, this.#source))
  }

  #clearTimers(): void {
    clearTimeout(this.#silence)
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
