import { randomUUID } from 'node:crypto'
import { slotMs } from '@candor/formulas'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { createPool } from '../../../platform/postgres/pool.ts'
import { openTestDatabase } from '../../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../../platform/postgres/test-database.ts'
import { openEmptyDatabase } from '../../../platform/postgres/test-template.ts'
import { openSandboxFloor } from '../../floor/index.ts'
import { genesisMs, openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { checkClearing } from '../clearing-check.ts'
import { becomeCell } from '../clearing-store.ts'
import { addCells, directoryRoot, registerCustomer } from '../directory-store.ts'
import { moveCustomer } from '../move-customer.ts'
import type { Moving } from '../move-customer.ts'

/** A directory alone, as its owner, and its address as another of its roles. */
export interface TestDirectory {
  readonly owner: Pool
  urlAs(role: string): string
  close(): Promise<void>
}

/** Opens a directory alone. */
export async function openDirectory(weights: readonly number[]): Promise<TestDirectory> {
  const database = await openEmptyDatabase(inject('postgresUrl'))
  await migrate(database.ownerUrl, directoryRoot)
  const owner = createPool(database.ownerUrl, 'test-directory', { maxConnections: 4 })
  await addCells(owner, weights)
  return {
    owner,
    // Roles belong to the whole cluster, which tests share: none of them gets a password.
    urlAs: (role) => `${database.ownerUrl}?options=${encodeURIComponent(`-c role=${role}`)}`,
    close: async () => {
      await owner.end()
      await database.close()
    },
  }
}

/** Opens the database of a cell that does not respond. */
export const openNobody = () => createPool('postgres://nobody@127.0.0.1:1/nothing', 'test-away')

/** A directory and cells on virtual time, in databases of one server. The first instrument is USDT, at one USD. */
export class CellWorld {
  readonly directory: Pool
  readonly worlds: readonly LedgerWorld[]
  readonly cells: ReadonlyMap<number, Pool>
  readonly termsId: bigint
  /** Called when a move waits. */
  onPause: () => Promise<void> = () => this.pass(14)

  constructor(directory: Pool, worlds: readonly LedgerWorld[], termsId: bigint) {
    this.directory = directory
    this.worlds = worlds
    this.cells = new Map(worlds.map(({ owner }, index) => [index + 1, owner]))
    this.termsId = termsId
  }

  world(cell: number): LedgerWorld {
    const world = this.worlds[cell - 1]
    if (world === undefined) throw new Error(`there is no cell ${cell}`)
    return world
  }

  /** The cells, one of them with another database, which comes first: nothing would be left for the others. */
  cellsWith(cell: number, database: Pool): Map<number, Pool> {
    return new Map([[cell, database], ...[...this.cells].filter(([number]) => number !== cell)])
  }

  /** Registers a verified customer in a cell, with the sandbox's opening balances. */
  async addCustomer(cell: number): Promise<bigint> {
    for (;;) {
      const registration = { requestId: randomUUID(), names: { email: `${randomUUID()}@example.com` }, nowMs: 0 }
      const placed = await registerCustomer(this.directory, registration)
      if (placed.cell !== cell) continue
      await this.world(cell).openCustomer(placed.customerId)
      return placed.customerId
    }
  }

  /** Lets some slots pass in every cell, with a frame in each. */
  async pass(slots: number): Promise<void> {
    for (const world of this.worlds) await world.publishThrough(world.slot + slots - 1, { 1: { price: 10_000n } })
  }

  move(customerId: bigint, to: number, options: Partial<Moving> = {}): ReturnType<typeof moveCustomer> {
    return moveCustomer(
      {
        directory: this.directory,
        cells: this.cells,
        nowMs: () => genesisMs + this.world(1).slot * slotMs,
        pause: () => this.onPause(),
        patienceMs: 0,
        ...options,
      },
      customerId,
      to,
    )
  }

  async cellOf(customerId: bigint): Promise<number> {
    const { rows } = await this.directory.query<{ cell: number }>(
      'select cell from directory.customer where customer_id = $1',
      [customerId],
    )
    return rows[0]?.cell ?? 0
  }

  /** What a customer has in a cell, in units of USD and of USDT. */
  async money(cell: number, customerId: bigint): Promise<bigint[]> {
    const { rows } = await this.world(cell).app.query<{ posted: bigint }>(
      'select posted from cell.balances($1) order by asset',
      [customerId],
    )
    return rows.map(({ posted }) => posted)
  }

  /** Throws where a cell's books are unsound, or the clearing accounts differ. */
  async requireSound(): Promise<void> {
    for (const world of this.worlds) await world.requireSoundBooks()
    const { mismatches } = await checkClearing(this.cells)
    if (mismatches.length > 0) throw new Error(mismatches.join('; '))
  }
}

/** Opens cells and their directory. */
export async function openCellWorld(count = 2): Promise<CellWorld & { close(): Promise<void> }> {
  const databases: TestDatabase[] = []
  while (databases.length < count) databases.push(await openTestDatabase())
  const directory = await openDirectory(databases.map(() => 1))
  const worlds: LedgerWorld[] = []
  for (const [index, database] of databases.entries()) {
    const world = await openLedgerWorld(database, { instruments: 2, appConnections: 4 })
    worlds.push(world)
    await world.owner.query(
      `update market.instrument set symbol = 'USDTUSD', tick_decimals = 3, price_decimals = 4 where instrument_id = 1`,
    )
    await becomeCell(world.owner, index + 1)
    await world.publish({ 1: { price: 10_000n } })
    await openSandboxFloor(world.owner)
  }
  let termsId = 0n
  for (const world of worlds) termsId = await world.offer({ instrumentId: 2, durationSlots: 4 })
  return Object.assign(new CellWorld(directory.owner, worlds, termsId), {
    close: async () => {
      for (const world of worlds) await world.close()
      await directory.close()
      for (const database of databases) await database.close()
    },
  })
}
