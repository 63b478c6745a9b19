import { transparencySeeds } from '@candor/api'
import { toHex } from '@candor/proof'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readSeeds } from './seeds-store.ts'

const mostDays = 8

/** Serves the commitments to the seeds of the simulation, and the seeds that were revealed. */
export function seedRoutes(pool: Database): Route[] {
  return [
    route(transparencySeeds, async () =>
      ok({
        items: (await readSeeds(pool, mostDays)).map(({ commitment, seed, ...rest }) => ({
          ...rest,
          commitment: toHex(commitment),
          seed: seed === null ? null : toHex(seed),
        })),
      }),
    ),
  ]
}
