import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'
import { logNames } from './log-names.ts'
import { SealedComparison } from './sealed-comparison.ts'
import { genesisMs } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLogAndLedger } from './testing/own-log.ts'

let world: LogWorld
let ledger: LedgerWorld
let differing: Map<string, number>
let comparison: SealedComparison

beforeEach(async () => {
  ;({ world, ledger } = await openOwnLogAndLedger())
  differing = new Map()
  comparison = new SealedComparison({
    pool: world.pool,
    folder: world.folder,
    logger: createLogger({ level: 'silent', role: 'test' }),
    passMs: 0,
    onCompared: ({ name, differences }) => differing.set(name, differences),
  })
})

/** Compares all that is stored, and returns how many leaves differ. */
async function pass(): Promise<number> {
  for (const name of logNames) while (!(await comparison.step(name)));
  return [...differing.values()].reduce((sum, count) => sum + count, 0)
}

async function asSuperuser(statement: string): Promise<void> {
  const client = await world.owner.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    const { rowCount } = await client.query(statement)
    if (rowCount === null || rowCount === 0) throw new Error('nothing was edited')
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

async function found(): Promise<unknown[]> {
  const { rows } = await world.owner.query<{ text: string }>(
    `select name || '/' || leaf_index || ': ' || detail as text from transparency.difference order by leaf_index`,
  )
  return rows.map(({ text }) => text)
}

async function audited(): Promise<unknown[]> {
  const { rows } = await world.owner.query(
    "select actor, action, subject, details from audit.entry where action = 'log.differs'",
  )
  return rows
}

describe('the comparison of what is stored with what is sealed', () => {
  test('finds an edited frame among thousands, in the audit once, until the sealed one is stored again', async () => {
    await world.store(0, 999, [5, 600])
    await world.seal(world.ticksLog())
    expect(await pass()).toBe(0)
    await asSuperuser('update market.frame set price_sums[2] = price_sums[2] + 1 where slot = 300')
    await asSuperuser('delete from market.frame where slot = 700')
    expect(await pass()).toBe(2)
    expect(await pass()).toBe(2)
    expect(await found()).toEqual([
      'ticks/300: the frame of slot 300 is not the sealed one',
      'ticks/700: the frame of slot 700 is gone',
    ])
    expect(await audited()).toMatchObject([
      { actor: 'log', subject: 'log:ticks/2026h1', details: { leaves: [700] } },
      { actor: 'log', subject: 'log:ticks/2026h1', details: { leaves: [300] } },
    ])
    await asSuperuser('update market.frame set price_sums[2] = price_sums[2] - 1 where slot = 300')
    expect(await pass()).toBe(1)
  })

  test('takes what was sealed last first, then goes backwards a tile at a time, and begins again', async () => {
    await world.store(0, 599)
    const log = world.ticksLog()
    await world.seal(log)
    await asSuperuser('update market.frame set prices[1] = 7 where slot in (10, 590)')
    const steps = []
    for (let count = 0; count < 4; count += 1) {
      const hasEnded = await comparison.step('ticks')
      steps.push([hasEnded, differing.get('ticks')])
    }
    expect(steps).toEqual([
      [false, 1],
      [false, 1],
      [true, 2],
      [false, 2],
    ])
    await world.store(600, 610)
    await world.seal(log)
    await asSuperuser('update market.frame set prices[1] = 7 where slot = 605')
    await comparison.step('ticks')
    expect(differing.get('ticks')).toBe(3)
  })

  test('passes over frames that retention has removed', async () => {
    await world.store(0, 999)
    await world.seal(world.ticksLog())
    await world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + 30 * 86_400_000])
    await world.owner.query('delete from market.frame where slot < 640')
    expect(await pass()).toBe(0)
    await asSuperuser('update market.frame set states[1] = 2 where slot = 640')
    expect(await pass()).toBe(1)
  })

  test('makes batches again from the ledger, and finds an edited order, entry or event', async () => {
    const customerId = await ledger.openNextCustomer()
    const termsId = await ledger.offer({ instrumentId: 1, durationSlots: 60 })
    await ledger.publish()
    await ledger.place([{ customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId }])
    await ledger.publishThrough(ledger.slot + 70, { 1: { price: 101n } })
    await ledger.settleAll()
    await world.seal(world.eventsLog())
    expect(await pass()).toBe(0)
    await asSuperuser('update contract.contract_order set stake = stake + 1')
    expect(await pass()).toBe(1)
    expect(await found()).toMatchObject([expect.stringContaining('(contract-placed) is not the sealed one')])
    await asSuperuser('update contract.contract_order set stake = stake - 1')
    expect(await pass()).toBe(0)
    await asSuperuser('update transparency.event set entry = set_byte(entry, 20, 255) where leaf_index = 3')
    expect(await pass()).toBe(1)
    expect(await found()).toContain('events/3: the stored entry 3 is not the sealed one')
    // Nothing can be encoded again of an order that is gone.
    await asSuperuser('delete from contract.contract_order')
    expect(await pass()).toBe(3)
  })
})
