import { randomUUID } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatUnits } from '@candor/money'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  contractsOf,
  gainOf,
  lostOfHundred,
  ofEachHundred,
  ppmText,
  rateOf,
} from '../../apps/public/src/pages/odds/odds-model.ts'
import type { Odds, OddsSpan } from '../../apps/public/src/pages/odds/odds-model.ts'
import { countConduct } from '../../apps/server/src/modules/conduct/conduct-watch.ts'
import { createConductService } from '../../apps/server/src/modules/conduct/index.ts'
import { addOperator } from '../../apps/server/src/modules/operator/testing/operators.ts'
import { takeSnapshot } from '../../apps/server/src/modules/solvency/index.ts'
import { manualClock } from '../../apps/server/src/platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import type { figures } from './figures.ts'
import { auditFolder, openAuditWorld } from './testing/audit-world.ts'

let odds: Odds

const world = closeAfterTests(await openAuditWorld(await testDatabase()))

beforeAll(async () => {
  // A page shows figures of so few only because this test asks for it.
  await world.ledger.owner.query(
    'update conduct.setting set min_customers = 1, min_contracts = 1, min_group_contracts = 1',
  )
  await trade()
  const { operatorId } = await addOperator(world.ledger.owner, { name: 'risk', roles: ['risk'] })
  await world.ledger.owner.query(
    `insert into market.halt (instrument_id, reason, note, halted_by, halted_ms)
     values (2, 'other', 'A test', $1, clock.now_ms())`,
    [operatorId],
  )
  await world.ledger.moveTo(world.ledger.slot + 4 * 172_800)
  await countConduct(world.ledger.app)
  await world.seal()
  odds = await createConductService({ pool: world.ledger.app, clock: manualClock(0) }).odds()
})

/** Contracts of two durations and several stakes, of three customers; some are void, some tied. */
async function trade(): Promise<void> {
  const { ledger } = world
  const customers = [await ledger.openNextCustomer(), await ledger.openNextCustomer(), await ledger.openNextCustomer()]
  const terms = new Map([
    [4, await ledger.offer({ instrumentId: 1, durationSlots: 4 })],
    [8, await ledger.offer({ instrumentId: 1, durationSlots: 8, payoutBps: 90_00, feeBps: 0 })],
  ])
  for (let round = 0; round < 12; round += 1) {
    await ledger.publish()
    const durationSlots = round % 3 === 0 ? 8 : 4
    await ledger.place([
      {
        customerId: customers[round % 3] ?? 1n,
        requestId: randomUUID(),
        stakeUnits: round % 2 === 0 ? 5_000_000n : 60_000_000n,
        termsId: terms.get(durationSlots) ?? 0n,
        durationSlots,
        direction: round % 4 === 0 ? 'up' : 'down',
      },
    ])
    await ledger.publishThrough(ledger.slot + 2)
    const state = round % 5 === 4 ? 2 : 1
    await ledger.publishThrough(ledger.slot + 40, { 1: { price: round === 7 ? 100n : 103n, state } })
    await ledger.settleAll()
  }
}

/** Runs the command that a page prints, on the folder of the log. */
async function linesOf(figure: keyof typeof figures, days = 90): Promise<readonly string[]> {
  const state = join(world.folder, 'state')
  const { code, text } = await auditFolder(world.folder, state, '--figure', figure, '--days', String(days))
  expect(code).toBe(0)
  const [first, ...lines] = text.split('\n')
  expect(first).toMatch(/^[a-z-]+, from \d+ entries of log\.test\/events\/2026h1$/)
  return lines
}

function spanOf(days: number): OddsSpan {
  const span = odds.spans.find((each) => each.days === days)
  if (span === undefined) throw new Error(`there is no span of ${days} days`)
  return span
}

describe.each([30, 90])('a figure of the log equals that of the page, over %s days', (days) => {
  test('customers who lost', async () => {
    const { losers } = spanOf(days)
    expect(losers.customers).toBe(3)
    expect(await linesOf('customers-who-lost', days)).toContain(
      `over ${days} days: ${lostOfHundred(losers)}% (${losers.lost} of ${losers.customers} customers)`,
    )
  })

  test('what came back', async () => {
    const hundred = ofEachHundred(spanOf(days).payout)
    expect(Number(hundred?.back)).toBeGreaterThan(0)
    expect(await linesOf('payout-ratio', days)).toContain(
      `of every 100 paid in, ${hundred?.back} came back and the house kept ${hundred?.kept}`,
    )
  })

  test('wins by stake and by duration', async () => {
    const { byStake, byDuration } = spanOf(days)
    const lineOf = (label: string, { wins, leftOut }: (typeof byStake)[number] | (typeof byDuration)[number]) => {
      if (wins === null) return null
      const percent = (ppm: number) => ppmText('en-GB', ppm)
      return (
        `${label}: ${percent(rateOf(wins))} won of ${wins.decided}; break-even ${percent(wins.breakEvenPpm)}; ` +
        `chance alone gives ${percent(wins.chanceFromPpm)} to ${percent(wins.chanceToPpm)}; ${leftOut} left out`
      )
    }
    const stakes = byStake.flatMap((group) => lineOf(`stakes from ${group.stakeFrom}`, group) ?? [])
    const durations = byDuration.flatMap((group) => lineOf(`${group.durationMs / 1_000} s`, group) ?? [])
    expect([stakes.length, durations.length]).toEqual([2, 2])
    expect((await linesOf('wins-by-stake', days)).slice(1)).toEqual(stakes)
    expect((await linesOf('wins-by-duration', days)).slice(1)).toEqual(durations)
  })

  test('void contracts, and all contracts with the break-even rates on offer', async () => {
    const span = spanOf(days)
    const { all, voided } = contractsOf(span)
    expect(voided).toBeGreaterThan(0)
    const causes = span.voids.map(
      ({ cause, contracts, houseGain }) => `${cause}: ${contracts} contracts, house ${houseGain}`,
    )
    const lines = await linesOf('void-contracts', days)
    expect(lines.slice(1)).toEqual([...causes, `all: ${voided} contracts, house ${gainOf(span)}`])
    const { won, lost, tied } = span.contracts
    const [title, ...rest] = await linesOf('contracts', days)
    expect(title).toContain(new Date((odds.throughMs ?? 0) - 1).toISOString().slice(0, 10))
    const { lowestPpm = 0, highestPpm = 0 } = odds.offeredBreakEven ?? {}
    expect(rest).toEqual([
      `${all} contracts: ${won} won, ${lost} lost, ${tied} tied`,
      `void: ${voided} of ${all}`,
      `break-even by the terms on offer: ${ppmText('en-GB', lowestPpm)} to ${ppmText('en-GB', highestPpm)}`,
    ])
  })
})

describe('figures without a span', () => {
  test('halts are those of the log, and no correction is made up', async () => {
    const [halts, halt, corrections] = await linesOf('incidents')
    expect([halts, corrections]).toEqual(['halts: 1', 'corrections: 0'])
    expect(halt).toMatch(/2026-01-\d\dT.*: instrument 2 is halted$/)
  })

  test('what is owed is the sum that the snapshot published', async () => {
    await takeSnapshot(world.ledger.app, null)
    await world.seal()
    const { rows } = await world.ledger.owner.query<{ owed: string }>(
      "select sum(posted)::text as owed from ledger.balance where kind = 'available' and asset = 1",
    )
    const [, usd] = await linesOf('total-owed')
    const owed = formatUnits(BigInt(rows[0]?.owed ?? 0))
    expect(usd).toBe(
      `USD: ${owed} (${owed} free, 0 held, 0 invested, 0 accrued, 0 escrow, 0 merchant); highest open payout 0`,
    )
  })
})

describe('a figure', () => {
  test('is printed with the failure where the log does not hold, and the exit code says so', async () => {
    const folder = join(world.folder, 'spoilt')
    await cp(join(world.folder, 'events'), join(folder, 'events'), { recursive: true })
    const partial = join(folder, 'events/2026h1/tile/entries/000.p')
    const path = join(partial, (await readdir(partial)).at(-1) ?? '')
    const bytes = await readFile(path)
    bytes[60] = (bytes[60] ?? 0) ^ 1
    await writeFile(path, bytes)
    const { code, text } = await auditFolder(folder, join(folder, 'state'), '--figure', 'payout-ratio')
    expect(text).toContain('do not lead to the root that is signed')
    expect(code).toBe(1)
  })

  test('that does not exist is refused, and so are other spans than those of the page', async () => {
    const run = (...args: readonly string[]) => auditFolder(world.folder, join(world.folder, 'state'), ...args)
    await expect(run('--figure', 'luck')).rejects.toThrow('There is no figure luck.')
    await expect(run('--figure', 'contracts', '--days', '31')).rejects.toThrow('Figures are of 30 or 90 days.')
  })
})
