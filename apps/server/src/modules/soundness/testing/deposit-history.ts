import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { DepositModel } from './deposit-model.ts'
import type { DepositSide, ModelTransfer } from './deposit-model.ts'
import { command, compare } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'

const token = '0x00000000000000000000000000000000000000ff'
/** Few, so that a history returns to each; one is dust, some exceed the stripe's house money. */
const transfers: readonly ModelTransfer[] = [
  { place: 0, customerId: 1n, asset: 'USDT', units: 9_999_999n },
  { place: 1, customerId: 1n, asset: 'USDT', units: 10_000_000n },
  { place: 2, customerId: 1n, asset: 'USDT', units: 7_500_000_001n },
  { place: 3, customerId: 1n, asset: 'USD', units: 123_456_789n },
  { place: 4, customerId: 1n, asset: 'USD', units: 3_900_000_000n },
  { place: 5, customerId: 2n, asset: 'USDT', units: 250_000_000n },
  { place: 6, customerId: 2n, asset: 'USD', units: 3_990_000_003n },
  { place: 7, customerId: 2n, asset: 'USD', units: 3_500_000_000n },
  { place: 8, customerId: 2n, asset: 'USD', units: 3_999_999_999n },
  { place: 9, customerId: 2n, asset: 'USD', units: 4_100_000_000n },
]

const txidOf = ({ place }: ModelTransfer) => `0x${place.toString(16).padStart(64, '0')}`
const addressOf = (customerId: bigint) => `0x${customerId.toString(16).padStart(40, '0')}`

/** Gives the first two customers an address each, and announces every transfer that is to be credited as USD. */
export async function openDeposits(world: LedgerWorld, watcher: Pool, model: LedgerModel): Promise<DepositSide> {
  await world.owner.query("update market.instrument set symbol = 'USDTUSD' where instrument_id = 1")
  await world.owner.query("update deposit.deposit_chain set token = $1 where chain = 'ERC20'", [token])
  for (const customerId of [1n, 2n])
    await watcher.query("select deposit.assign_address('ERC20', $1, $2, $3)", [
      customerId,
      Number(customerId),
      addressOf(customerId),
    ])
  for (const transfer of transfers.filter(({ asset }) => asset === 'USD'))
    await world.app.query("select deposit.request_deposit($1, $2, 'ERC20', 1::smallint, $3, $4, null, null)", [
      transfer.customerId,
      randomUUID(),
      transfer.units,
      txidOf(transfer),
    ])
  return { watcher, model: new DepositModel(model) }
}

async function outcomeOf(watcher: Pool, text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await watcher.query<{ outcome: string }>(text, [...values])
  return rows[0]?.outcome ?? ''
}

function show({ watcher }: DepositSide, transfer: ModelTransfer, isFinal: boolean): Promise<string> {
  return outcomeOf(
    watcher,
    "select outcome from deposit.record_transfer('ERC20', $1, 0, $2, $3, $4, 5, '0xaa', 1, $5)",
    [txidOf(transfer), addressOf(transfer.customerId), token, transfer.units, isFinal],
  )
}

/** A watcher reports a transfer, or several do so at once: it is credited once. */
const showTimes = (transfer: ModelTransfer, isFinal: boolean, times: number): LedgerCommand =>
  command(`show ${transfer.place} ${isFinal ? 'as final ' : ''}${times} times`, async (model, real) => {
    const { deposits } = real
    const found = await Promise.all(Array.from({ length: times }, () => show(deposits, transfer, isFinal)))
    const expected = Array.from({ length: times }, () => deposits.model.show(transfer, isFinal))
    deepEqual(found.toSorted(), expected.toSorted())
    await compareFx(model, real)
    await compare(model, real)
  })

/** The chain reverses a transfer. */
const missTransfer = (transfer: ModelTransfer): LedgerCommand =>
  command(`miss ${transfer.place}`, async (model, real) => {
    const { deposits } = real
    const report = "select outcome from deposit.report_missing_transfer('ERC20', $1, 0)"
    deepEqual(await outcomeOf(deposits.watcher, report, [txidOf(transfer)]), deposits.model.miss(transfer))
    await compare(model, real)
  })

/** Compares the house's exchange accounts, by stripe. */
export async function compareFx(model: LedgerModel, { world }: Real): Promise<void> {
  const { rows } = await world.app.query<{ stripe: number; posted: bigint }>(
    "select stripe, posted from ledger.balance where kind = 'fx' order by stripe",
  )
  deepEqual(
    rows.map(({ stripe, posted }) => [stripe, posted]),
    [...model.fx],
  )
}

const transfer = fc.constantFrom(...transfers)
export const depositCommands: fc.Arbitrary<LedgerCommand>[] = [
  fc.tuple(transfer, fc.boolean(), fc.constantFrom(1, 1, 1, 5)).map((args) => showTimes(...args)),
  transfer.map(missTransfer),
]
