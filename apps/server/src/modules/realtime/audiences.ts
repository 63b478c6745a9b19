import type { SocketConnection } from '../../platform/websocket/index.ts'

/** One socket that subscribes to quotes or candles. */
export interface QuoteListener {
  readonly connection: SocketConnection
}

/** Listeners with the same subscription. */
interface Audience {
  readonly members: { readonly size: number; delete(listener: QuoteListener): unknown }
}

/** Listeners by what they subscribe to: each has one subscription, and an audience lasts while it has members. */
export class Audiences<Kind extends Audience> {
  readonly #audiences = new Map<string, Kind>()
  readonly #keyOf = new Map<QuoteListener, string>()

  all(): Iterable<Kind> {
    return this.#audiences.values()
  }

  /** Moves a listener to the audience of a key, which `create` makes where there is none. The caller adds it there. */
  move(listener: QuoteListener, key: string, create: () => Kind): Kind {
    this.remove(listener)
    const audience = this.#audiences.get(key) ?? create()
    this.#audiences.set(key, audience)
    this.#keyOf.set(listener, key)
    return audience
  }

  remove(listener: QuoteListener): void {
    const key = this.#keyOf.get(listener)
    if (key === undefined) return
    this.#keyOf.delete(listener)
    const audience = this.#audiences.get(key)
    audience?.members.delete(listener)
    if (audience?.members.size === 0) this.#audiences.delete(key)
  }
}
