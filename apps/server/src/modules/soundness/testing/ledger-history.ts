import { deepEqual, equal } from 'node:assert/strict'
import { amount } from '@candor/money'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { createPool } from '../../../platform/postgres/pool.ts'
import type { ClonedDatabase } from '../../../platform/postgres/test-template.ts'
import { checkLedger } from '../index.ts'
import type { OrderRequest, Placement } from '../../contract/placement.ts'
import { placeOrders } from '../../contract/placement-store.ts'
import { settleDue } from '../../settlement/settlement-store.ts'
import { LedgerModel } from './ledger-model.ts'
import type { ModelRequest, ModelTerms } from './ledger-model.ts'
import { correctionCommands, setUpCorrections } from './correction-commands.ts'
import { depositCommands, openDeposits } from './deposit-history.ts'
import { fundingCommands } from './funding-commands.ts'
import { command, compare, customers, picks } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import { openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { Cell, LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { saleCommands, setUpSales } from './sale-commands.ts'
import { rewardCommands, setUpRewards } from './reward-commands.ts'
import { swapCommands } from './swap-commands.ts'
import { offerTerms, termCommands } from './term-commands.ts'
import { setUpWithdrawals, withdrawalCommands } from './withdrawal-commands.ts'

/** Small enough for stripes to run dry. */
const houseUnits = 4_000_000_000n

/** A history in which the ledger and its model differ. */
export class LedgerDiffersError extends Error {}

/**
 * Runs a history of so many commands, derived from `seed`, against the ledger of an empty database and its model, and
 * compares them after every command. Returns the numbers of accepted and settled orders, paid withdrawals, swaps,
 * repaid interest orders, and completed sales. Throws LedgerDiffersError at the first difference.
 */
export async function liveThrough(
  seed: number,
  length: number,
  database: Pick<ClonedDatabase, 'ownerUrl' | 'appUrl' | 'watcherUrl'>,
): Promise<{ accepted: number; settled: number; withdrawn: number; swapped: number; matured: number; sold: number }> {
  const world = await openLedgerWorld(database, { houseUnits, appConnections: 16 })
  const watcher = createPool(database.watcherUrl, 'test-watcher', { maxConnections: 4 })
  const history = fc.sample(fc.noBias(fc.oneof(...commands)), { seed, numRuns: length })
  const begun: string[] = []
  try {
    const { model, real } = await setUp(world, watcher)
    for (const command of history) {
      begun.push(command.toString())
      await command.run(model, real)
    }
    deepEqual((await checkLedger(world.app)).mismatches, [])
    return {
      accepted: model.orders.length,
      settled: model.orders.filter(({ result }) => result !== null).length,
      withdrawn: model.withdrawals.all.filter(({ state }) => state === 'completed').length,
      swapped: model.swaps.all.length,
      matured: model.terms.all.filter(({ state }) => state === 'matured').length,
      sold: model.sales.all.filter(({ state }) => state === 'completed').length,
    }
  } catch (error) {
    throw new LedgerDiffersError(
      `seed ${seed}: ${String(error)}\nafter ${begun.length} commands, the last: ${begun.slice(-3).join('; ')}`,
      { cause: error },
    )
  } finally {
    await watcher.end()
    await world.close()
  }
}

interface Draft {
  readonly customer: number
  readonly key: string
  readonly terms: number
  readonly direction: 'up' | 'down'
  readonly stakeUnits: bigint
  readonly age: number
  /** Repeats a request sent before, as it was or with another stake. */
  readonly past: { readonly pick: number; readonly isChanged: boolean } | null
}

const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]) =>
  fc.oneof({ weight, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))

const draft = fc.record<Draft>({
  customer: mostly(12, fc.integer({ min: 1, max: 2 }), fc.integer({ min: 3, max: customers + 1 })),
  key: fc.uuid({ version: 4 }),
  terms: fc.nat({ max: 2 }),
  direction: fc.constantFrom('up', 'down'),
  stakeUnits: mostly(
    12,
    fc.bigInt(1_000_000n, 500_000_000n),
    fc.bigInt(1_000_000_000n, 6_000_000_000n),
    fc.bigInt(-1n, 1_100_000n),
  ),
  age: mostly(12, fc.integer({ min: 0, max: 3 }), fc.integer({ min: -2, max: 12 })),
  past: mostly(10, fc.constant(null), fc.record({ pick: picks, isChanged: fc.boolean() })),
})
const cell = fc.record<Required<Cell>>({
  price: fc.bigInt(95n, 105n),
  state: mostly<0 | 1 | 2>(25, fc.constant(1), fc.constant(2), fc.constant(0)),
  /** Added to the newest one. */
  epoch: mostly(40, fc.constant(0), fc.constant(1)),
})
const frame = fc.record({ 1: cell, 2: cell })

function requestOf(real: Real, model: LedgerModel, asset: 'USD' | 'USDT', from: Draft): ModelRequest {
  const { past } = from
  const earlier = past === null ? undefined : real.sent[past.pick % Math.max(real.sent.length, 1)]
  if (earlier !== undefined)
    return past?.isChanged === true ? { ...earlier, stakeUnits: earlier.stakeUnits + 1n } : { ...earlier, asset }
  const terms = real.terms[from.terms]
  if (terms === undefined) throw new Error('no such terms')
  const { direction, stakeUnits } = from
  return {
    customerId: BigInt(from.customer),
    requestId: from.key,
    asset,
    terms,
    direction,
    stakeUnits,
    seenSlot: model.slot - 1 - from.age,
  }
}

const wire = ({ terms, asset, stakeUnits, ...request }: ModelRequest): OrderRequest => ({
  ...request,
  stake: amount(asset, stakeUnits),
  instrumentId: terms.instrumentId,
  durationSlots: terms.durationSlots,
  termsId: terms.termsId,
})
const assetOfStripe = (stripe: number) => (stripe <= 4 ? 'USD' : 'USDT')
const idOf = (placement: Placement) => ('orderId' in placement ? placement.orderId : null)

const placeBatch = (stripe: number, drafts: readonly Draft[], isLastStripe: boolean): LedgerCommand =>
  command(`place on ${stripe} ${fc.stringify(drafts)}`, async (model, real) => {
    const drafted = drafts
      .map((from) => requestOf(real, model, assetOfStripe(stripe), from))
      .filter((request) => request.asset === assetOfStripe(stripe))
    const requests = [
      ...new Map(drafted.map((request) => [`${request.customerId}:${request.requestId}`, request])).values(),
    ]
    if (requests.length === 0) return
    const placements = await placeOrders(real.world.app, {
      stripe: stripe,
      requests: requests.map(wire),
      isLastStripe: isLastStripe,
    })
    const expected = model.place(stripe, requests, isLastStripe, placements.map(idOf))
    deepEqual(
      placements.map((placement) => placement.outcome),
      expected,
    )
    real.sent.push(...requests)
    await compare(model, real)
  })

/** The same new request on all stripes of an asset at once: one effect, the same result for all. */
const placeAtOnce = (from: Draft): LedgerCommand =>
  command(`place at once ${fc.stringify(from)}`, async (model, real) => {
    const request = requestOf(real, model, 'USD', { ...from, past: null })
    const placements = await Promise.all(
      [1, 2, 3, 4].map(async (stripe) => {
        const [placement] = await placeOrders(real.world.app, { stripe, requests: [wire(request)], isLastStripe: true })
        if (placement === undefined) throw new Error('no answer')
        return { stripe, placement }
      }),
    )
    // The first one decided for all; stripes differ in what they can cover.
    const first =
      placements.find(({ placement }) => placement.outcome === 'accepted') ??
      placements.find(({ stripe, placement }) => placement.outcome === model.preview(stripe, request, true)) ??
      // The preview leaves the rate of refusals aside; the model itself does not.
      placements.find(({ placement }) => placement.outcome === 'frequent-operations')
    if (first === undefined) throw new Error(`the model gives none of these answers: ${fc.stringify(placements)}`)
    deepEqual(model.place(first.stripe, [request], true, [idOf(first.placement)]), [first.placement.outcome])
    for (const { stripe, placement } of placements) {
      if (stripe !== first.stripe)
        equal(placement.outcome, first.placement.outcome === 'accepted' ? 'repeated' : first.placement.outcome)
    }
    real.sent.push(request)
    await compare(model, real)
  })

const publishFrames = (
  drawn: Readonly<Record<number, Required<Cell>>>,
  missed: number,
  repeats: number,
): LedgerCommand =>
  command(`publish ${repeats} after ${missed} missed ${fc.stringify(drawn)}`, async (model, real) => {
    model.slot += missed
    await real.world.moveTo(model.slot)
    const cells = Object.fromEntries(
      Object.entries(drawn).map(([id, { epoch, ...point }]): [string, Required<Cell>] => [
        id,
        { ...point, epoch: model.newestEpoch(Number(id)) + epoch },
      ]),
    )
    for (let index = 0; index < repeats; index += 1) {
      await real.world.publish(cells)
      model.publish(cells)
    }
  })

const settleSome = (stripe: number, limit: number): LedgerCommand =>
  command(`settle ${limit} of ${stripe}`, async (model, real) => {
    const settled = await settleDue(real.world.app, stripe, limit)
    deepEqual(
      settled.map(({ orderId, result }) => ({ orderId, result })),
      model.settle(stripe, limit),
    )
    await compare(model, real)
  })

/** Two settlers on every stripe at once: together they close each due order once. */
const settleAtOnce = command('settle all at once', async (model, real) => {
  const stripes = [1, 2, 3, 4, 5, 6, 7, 8]
  const settled = await Promise.all([...stripes, ...stripes].map((stripe) => settleDue(real.world.app, stripe, 500)))
  const expected = stripes
    .flatMap((stripe) => model.settle(stripe, 500))
    .map((order) => `${order.orderId} ${order.result}`)
  const found = settled.flat().map((order) => `${order.orderId} ${order.result}`)
  deepEqual(found.toSorted(), expected.toSorted())
  await compare(model, real)
})

const openCustomer = (customer: number): LedgerCommand =>
  command(`open ${customer}`, async (model, real) => {
    await real.world.openCustomer(BigInt(customer))
    model.open(BigInt(customer))
    await compare(model, real)
  })

const stripe = fc.integer({ min: 1, max: 8 })
const commands: fc.Arbitrary<LedgerCommand>[] = [
  fc
    .tuple(fc.constantFrom(1, 1, 2, 5), fc.array(draft, { minLength: 1, maxLength: 8 }), fc.boolean())
    .map((args) => placeBatch(...args)),
  fc.tuple(stripe, fc.array(draft, { minLength: 1, maxLength: 3 }), fc.boolean()).map((args) => placeBatch(...args)),
  draft.map(placeAtOnce),
  fc
    .tuple(frame, fc.constantFrom(0, 0, 0, 0, 0, 1, 3, 25), fc.constantFrom(1, 2, 3, 6))
    .map((args) => publishFrames(...args)),
  fc.tuple(frame, fc.constant(0), fc.constantFrom(1, 2)).map((args) => publishFrames(...args)),
  fc.tuple(fc.constantFrom(1, 1, 1, 2, 5), fc.constantFrom(1, 3, 500)).map((args) => settleSome(...args)),
  fc.constant(settleAtOnce),
  fc.integer({ min: 1, max: customers }).map(openCustomer),
  ...depositCommands,
  ...withdrawalCommands(customers),
  ...correctionCommands(customers),
  ...termCommands(customers),
  ...saleCommands(customers),
  ...fundingCommands(),
  ...rewardCommands(customers),
  ...swapCommands(customers),
]

async function setUp(world: LedgerWorld, watcher: Pool): Promise<{ model: LedgerModel; real: Real }> {
  const common = { stakeMin: 1_000_000n, stakeMax: 5_000_000_000n }
  const single = { ...common, entryWindowSlots: 1, exitWindowSlots: 1 }
  const averages = { ...common, entryWindowSlots: 2, exitWindowSlots: 2 }
  const longAverages = { ...common, entryWindowSlots: 3, exitWindowSlots: 4 }
  const inputs = [
    { instrumentId: 1, durationSlots: 2, feeBps: 50, payoutBps: 8_537, maxOpenPayout: 10n ** 15n, ...single },
    { instrumentId: 2, durationSlots: 4, feeBps: 0, payoutBps: 9_200, maxOpenPayout: 3_000_000_000n, ...averages },
    {
      instrumentId: 1,
      durationSlots: 9,
      feeBps: 100,
      payoutBps: 8_000,
      maxOpenPayout: 6_000_000_000n,
      ...longAverages,
    },
  ]
  const terms: ModelTerms[] = []
  for (const input of inputs) terms.push({ ...input, termsId: await world.offer(input) })
  const model = new LedgerModel(world.slot, houseUnits)
  await setUpWithdrawals(world.owner, customers)
  await setUpCorrections(world.owner)
  await setUpSales(world.owner, model, customers)
  await setUpRewards(world.owner)
  for (const id of [1n, 2n]) {
    await world.openCustomer(id)
    model.open(id)
  }
  const cells = { 1: { price: 100n, state: 1, epoch: 0 }, 2: { price: 100n, state: 1, epoch: 0 } } as const
  await world.publish(cells)
  model.publish(cells)
  const deposits = await openDeposits(world, watcher, model)
  return { model, real: { world, terms, sent: [], deposits, products: await offerTerms(world.owner) } }
}
