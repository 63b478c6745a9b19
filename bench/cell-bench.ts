import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPasswords, startCellPlatform } from '../apps/launcher/src/cells/cell-platform.ts'
import type { CellPlatform } from '../apps/launcher/src/cells/cell-platform.ts'
import { findCellPrograms } from '../apps/launcher/src/cells/cell-programs.ts'
import { placeOrders } from '../apps/server/src/modules/contract/placement-store.ts'
import { openLedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { storeCustomers } from '../apps/server/src/modules/ledger/testing/stored-customers.ts'
// Types the values that the test database takes from Vitest, because the ledger's world uses that database.
import type {} from '../apps/server/src/platform/postgres/test-cluster.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openAccounts } from './customers.ts'

const instruments = 20
const durationSlots = 20
const batchSize = 500

type Asset = 'USD' | 'USDT'

interface Batch {
  readonly cell: number
  readonly asset: Asset
  readonly isRouted: boolean
  readonly count: number
}

/** Two durable cells with customers, a market that moves only on command, and a router. */
export interface CellBench {
  readonly platform: CellPlatform
  /** Places one batch; customers and instruments take turns. Throws where an order is refused. */
  place(batch: Batch): Promise<void>
  /** Settles everything that is open. */
  settle(): Promise<void>
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** Opens it in a new folder, which is deleted at its end. Throws where programs are missing. */
export async function openCellBench({ customers }: { readonly customers: number }): Promise<CellBench> {
  const programs = findCellPrograms()
  if ('missing' in programs) throw new Error(programs.missing)
  const folder = await mkdtemp(join(tmpdir(), 'candor-cells-'))
  await chmod(folder, 0o755)
  const passwords = newPasswords()
  const options = { programs, folder, cells: 2, durable: true, isSeeded: false, passwords }
  const platform = await startCellPlatform(options)
  const router = createPool(platform.directory.appUrl, 'bench-router', { maxConnections: 8 })
  const worlds = await Promise.all(
    [...platform.cells.values()].map((cell) => openLedgerWorld(cell, { instruments, appConnections: 8 })),
  )
  const termsIds = await offerEverywhere(worlds)
  const customersOf = await registerCustomers(platform, worlds, customers)
  let placed = 0
  const place = async ({ cell, asset, isRouted, count }: Batch): Promise<void> => {
    const world = worldOf(worlds, cell)
    const ids = customersOf[cell - 1] ?? []
    const requests = Array.from({ length: count }, () => {
      const turn = placed++
      return world.request({
        customerId: ids[turn % ids.length] ?? 0n,
        requestId: randomUUID(),
        instrumentId: (turn % instruments) + 1,
        durationSlots,
        direction: turn % 3 === 0 ? 'down' : 'up',
        stakeUnits: 1_000_000n,
        termsId: termsIds[turn % instruments] ?? 0n,
        asset,
      })
    })
    const stripe = asset === 'USD' ? 1 : 5
    const answers = await placeOrders(isRouted ? router : world.app, { stripe, requests, isLastStripe: true })
    const refused = answers.find(({ outcome }) => outcome !== 'accepted')
    if (refused !== undefined) throw new Error(`an order was refused: ${refused.outcome}`)
  }
  const settle = async () => {
    for (const world of worlds) {
      await world.publishThrough(world.slot + durationSlots + 2)
      await world.settleAll()
    }
  }
  return {
    platform,
    place,
    settle,
    warmUp: async () => {
      for (const isRouted of [false, true])
        for (const cell of [1, 2])
          for (const asset of ['USD', 'USDT'] as const)
            for (const count of [batchSize, batchSize, 1, 1]) await place({ cell, asset, isRouted, count })
      await settle()
    },
    close: async () => {
      for (const world of worlds) await world.close()
      await router.end()
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Orders placed a second in batches of 500, in each of the cells a lane of each asset. */
export async function batchRate(
  { place }: CellBench,
  {
    cells,
    isRouted,
    batches,
  }: { readonly cells: readonly number[]; readonly isRouted: boolean; readonly batches: number },
): Promise<number> {
  let left = batches
  const lane = async (cell: number, asset: Asset) => {
    while (left-- > 0) await place({ cell, asset, isRouted, count: batchSize })
  }
  const startMs = performance.now()
  await Promise.all(cells.flatMap((cell) => [lane(cell, 'USD'), lane(cell, 'USDT')]))
  return (batches * batchSize * 1_000) / (performance.now() - startMs)
}

async function offerEverywhere(worlds: readonly LedgerWorld[]): Promise<bigint[]> {
  const termsIds: bigint[] = []
  const terms = { durationSlots, maxOpenPayout: 1_000_000_000_000_000n, entryWindowSlots: 10, exitWindowSlots: 10 }
  for (const world of worlds) {
    for (let instrumentId = 1; instrumentId <= instruments; instrumentId += 1) {
      const termsId = await world.offer({ instrumentId, ...terms })
      if (world === worlds[0]) termsIds.push(termsId)
    }
    await world.publish()
  }
  return termsIds
}

async function registerCustomers(
  { owners }: CellPlatform,
  worlds: readonly LedgerWorld[],
  count: number,
): Promise<bigint[][]> {
  const { rows } = await owners.directory.query<{ customer_id: bigint; cell: number }>(
    `select placed.customer_id, placed.cell from generate_series(1, $1) as n cross join lateral
       directory.register(gen_random_uuid(), '{email}', array['customer' || n || '@example.com'], 1) as placed`,
    [count],
  )
  const of = worlds.map((_, index) => rows.filter(({ cell }) => cell === index + 1).map(({ customer_id: id }) => id))
  for (const [index, world] of worlds.entries()) {
    await storeCustomers(world.owner, of[index] ?? [])
    await openAccounts(world.owner, of[index] ?? [])
    await world.owner.query('vacuum analyze')
  }
  await owners.directory.query('vacuum analyze')
  return of
}

function worldOf(worlds: readonly LedgerWorld[], cell: number): LedgerWorld {
  const world = worlds[cell - 1]
  if (world === undefined) throw new Error(`there is no cell ${cell}`)
  return world
}
