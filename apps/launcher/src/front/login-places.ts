import { LRUCache } from 'lru-cache'
import { createRateLimit, siteOf } from '../../../server/src/platform/rate-limit/index.ts'
import { isTokenText, tokenHash } from '../../../server/src/platform/token.ts'

/** The cells of logins. */
export interface LoginPlaces {
  /**
   * The cell of a token's login. Null where it is in none. Throws where it was not found and a cell or the router is
   * away: it may be there. Throws as well for a network that has sent too many tokens of no login.
   */
  find(token: string, network: string): Promise<number | null>
  /** The cell that is remembered for a token is not the one of its login any more. */
  forget(token: string): void
}

export interface LoginPlacesOptions {
  readonly cells: () => readonly number[]
  /** Since when a login is in a cell; null where it is not there. */
  readonly findIn: (cell: number, hash: Buffer) => Promise<bigint | null>
  readonly nowMs: () => number
}

const rememberedLogins = 100_000
/** A login that has moved is noticed by the refusal of the cell that it has left. */
const rememberedMs = 600_000
/** Tokens of no login that a network may have looked for: beyond that they are not looked for. */
const unknownAMinute = { max: 60, windowMs: 60_000 } as const

/** Creates the memory of where logins are. It keeps digests of tokens, as the cells do. */
export function createLoginPlaces({ cells, findIn, nowMs }: LoginPlacesOptions): LoginPlaces {
  const places = new LRUCache<string, { readonly cell: number; readonly untilMs: number }>({ max: rememberedLogins })
  const searches = new Map<string, Promise<number | null>>()
  const unknown = createRateLimit(unknownAMinute, { nowMs })

  const search = async (hash: Buffer, key: string): Promise<number | null> => {
    const found = await Promise.allSettled(cells().map(async (cell) => ({ cell, since: await findIn(cell, hash) })))
    let newest: { readonly cell: number; readonly since: bigint } | null = null
    for (const outcome of found) {
      if (outcome.status === 'rejected' || outcome.value.since === null) continue
      const { cell, since } = outcome.value
      // While a customer moves, the login is in both cells: it goes on where it has come to.
      if (newest === null || since > newest.since) newest = { cell, since }
    }
    const failed = found.find((outcome) => outcome.status === 'rejected')
    if (newest === null && failed !== undefined) throw failed.reason
    if (newest !== null) places.set(key, { cell: newest.cell, untilMs: nowMs() + rememberedMs })
    return newest?.cell ?? null
  }

  return {
    async find(token, network) {
      if (!isTokenText(token)) return null
      const hash = tokenHash(token)
      const key = hash.toString('base64')
      const known = places.get(key)
      if (known !== undefined && known.untilMs > nowMs()) return known.cell
      const site = siteOf(network)
      if (!unknown.hasRoom(site)) throw new Error('the network has sent too many tokens of no login')
      const searching = searches.get(key) ?? search(hash, key).finally(() => searches.delete(key))
      searches.set(key, searching)
      const cell = await searching
      if (cell === null) unknown.count(site)
      return cell
    },
    forget(token) {
      places.delete(tokenHash(token).toString('base64'))
    },
  }
}
