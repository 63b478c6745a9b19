import { LRUCache } from 'lru-cache'
import { createRateLimit, siteOf } from '../../../server/src/platform/rate-limit/index.ts'
import { tokenHash } from '../../../server/src/platform/token.ts'

/** The cells of what a caller sends and only one cell has: logins, passkeys, conversations of visitors. */
export interface Places {
  /**
   * The cell that has it. Null where none does. Throws where it was not found and a cell or the router is away: it may
   * be there. Throws as well for a network that has sent too many that no cell has.
   */
  find(text: string, network: string): Promise<number | null>
  /** The cell that is remembered does not have it any more. */
  forget(text: string): void
}

export interface PlacesOptions {
  readonly cells: () => readonly number[]
  /** Other texts are not looked for. */
  readonly isWellFormed: (text: string) => boolean
  /** Since when it is in a cell; null where it is not there. */
  readonly findIn: (cell: number, sent: Sent) => Promise<bigint | null>
  /** For how long its cell is remembered. */
  readonly rememberedMs: number
  readonly nowMs: () => number
}

/** What a caller sent, and the digest that the cells keep of a token. */
export interface Sent {
  readonly text: string
  readonly hash: Buffer
}

const rememberedAtMost = 100_000
/** How many that no cell has a network may have looked for: beyond that they are not looked for. */
const unknownAMinute = { max: 60, windowMs: 60_000 } as const

/** Creates the memory of where something is. It keeps digests, as the cells do of tokens. */
export function createPlaces({ cells, isWellFormed, findIn, rememberedMs, nowMs }: PlacesOptions): Places {
  const places = new LRUCache<string, { readonly cell: number; readonly untilMs: number }>({ max: rememberedAtMost })
  const searches = new Map<string, Promise<number | null>>()
  const unknown = createRateLimit(unknownAMinute, { nowMs })

  const search = async (sent: Sent, key: string): Promise<number | null> => {
    const found = await Promise.allSettled(cells().map(async (cell) => ({ cell, since: await findIn(cell, sent) })))
    let newest: { readonly cell: number; readonly since: bigint } | null = null
    for (const outcome of found) {
      if (outcome.status === 'rejected' || outcome.value.since === null) continue
      const { cell, since } = outcome.value
      // While a customer moves it is in both cells: it goes on where it has come to.
      if (newest === null || since > newest.since) newest = { cell, since }
    }
    const failed = found.find((outcome) => outcome.status === 'rejected')
    if (newest === null && failed !== undefined) throw failed.reason
    if (newest !== null) places.set(key, { cell: newest.cell, untilMs: nowMs() + rememberedMs })
    return newest?.cell ?? null
  }

  return {
    async find(text, network) {
      if (!isWellFormed(text)) return null
      const hash = tokenHash(text)
      const key = hash.toString('base64')
      const known = places.get(key)
      if (known !== undefined && known.untilMs > nowMs()) return known.cell
      const site = siteOf(network)
      if (!unknown.hasRoom(site)) throw new Error('the network has sent too many that no cell has')
      const searching = searches.get(key) ?? search({ text, hash }, key).finally(() => searches.delete(key))
      searches.set(key, searching)
      const cell = await searching
      if (cell === null) unknown.count(site)
      return cell
    },
    forget(text) {
      places.delete(tokenHash(text).toString('base64'))
    },
  }
}
