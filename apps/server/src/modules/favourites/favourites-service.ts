import { favouritesMax } from '@candor/api'
import { refuse, ok } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import {
  countFavourites,
  deleteFavourites,
  insertFavourites,
  lockFavourites,
  readFavourites,
} from './favourites-store.ts'

/** A customer's favourite instruments. */
export interface FavouritesService {
  list(customerId: bigint): Promise<string[]>
  /** Adds all or none, each once; unlisted symbols are skipped. Returns the resulting favourites. */
  add(customerId: bigint, symbols: readonly string[]): Promise<Result<string[], 'unknown-instrument' | 'limit-reached'>>
  remove(customerId: bigint, symbols: readonly string[]): Promise<string[]>
}

/** Aborts the transaction from inside. */
class TooMany extends Error {}

export function createFavouritesService(pool: Database): FavouritesService {
  return {
    list: (customerId) => readFavourites(pool, customerId),

    async add(customerId, symbols) {
      try {
        return await withTransaction(pool, async (transaction) => {
          await lockFavourites(transaction, customerId)
          const listed = await insertFavourites(transaction, customerId, symbols)
          if ((await countFavourites(transaction, customerId)) > favouritesMax) throw new TooMany()
          return listed === 0 ? refuse('unknown-instrument') : ok(await readFavourites(transaction, customerId))
        })
      } catch (error) {
        if (error instanceof TooMany) return refuse('limit-reached')
        throw error
      }
    },

    remove: (customerId, symbols) =>
      withTransaction(pool, async (transaction) => {
        await lockFavourites(transaction, customerId)
        await deleteFavourites(transaction, customerId, symbols)
        return readFavourites(transaction, customerId)
      }),
  }
}
