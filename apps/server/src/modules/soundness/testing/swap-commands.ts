import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { assetCode } from '../../ledger/ledger.ts'
import { compareFx } from './deposit-history.ts'
import { command, compare, picked, picks } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import type { ModelWanted } from './swap-model.ts'

interface Request {
  readonly customerId: bigint
  readonly requestId: string
  readonly quoteId: string
}

/** Requests a quote, as the model judges it. Returns its id, or null when refused. */
async function quote(model: LedgerModel, { world }: Real, wanted: ModelWanted): Promise<string | null> {
  const { customerId, from, units } = wanted
  const { rows } = await world.app.query<{ refusal: string | null; quote_id: string | null; receives: bigint }>(
    'select refusal, quote_id, receives from swap.quote_swap($1, $2, $3)',
    [customerId, assetCode(from), units],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a quote was not answered')
  equal(row.refusal ?? row.receives, model.swaps.judge(wanted))
  if (row.quote_id !== null) model.swaps.quote(wanted, row.quote_id, row.receives)
  return row.quote_id
}

async function execute(
  pool: Pool,
  { customerId, requestId, quoteId }: Request,
): Promise<{ outcome: string; id: bigint | null }> {
  const { rows } = await pool.query<{ outcome: string; swap_id: bigint | null }>(
    'select outcome, swap_id from swap.execute_swap($1, $2, $3)',
    [customerId, requestId, quoteId],
  )
  return { outcome: rows[0]?.outcome ?? 'nothing', id: rows[0]?.swap_id ?? null }
}

/** Sends requests of one customer at once: the results are those of some sequence, and all name one swap. */
async function executeAll(model: LedgerModel, real: Real, requests: readonly Request[]): Promise<void> {
  const answers = await Promise.all(requests.map((request) => execute(real.world.app, request)))
  // The ledger determines which of several came first.
  const first = Math.max(
    0,
    answers.findIndex(({ outcome }) => outcome === 'swapped'),
  )
  const expected = [...requests.slice(first), ...requests.slice(0, first)].map((request) =>
    model.swaps.execute(request),
  )
  deepEqual(answers.map(({ outcome }) => outcome).toSorted(), expected.toSorted())
  if (new Set(answers.flatMap(({ id }) => id ?? [])).size > 1) throw new Error('several swaps came of one quote')
}

async function compareAll(model: LedgerModel, real: Real): Promise<void> {
  await compareFx(model, real)
  await compare(model, real)
}

/** Quotes and swaps: one request several times at once, or several requests for the same quote. */
const swapTimes = (wanted: ModelWanted, times: number, isOneRequest: boolean): LedgerCommand =>
  command(
    `swap ${fc.stringify(wanted)} ${times} times${isOneRequest ? '' : ' by requests of their own'}`,
    async (model, real) => {
      const quoteId = await quote(model, real, wanted)
      if (quoteId !== null) {
        const { customerId } = wanted
        const form = { customerId, requestId: randomUUID(), quoteId }
        const requests = Array.from({ length: times }, () =>
          isOneRequest ? form : { ...form, requestId: randomUUID() },
        )
        await executeAll(model, real, requests)
      }
      await compareAll(model, real)
    },
  )

/** Requests a quote without using it. */
const quoteOnly = (wanted: ModelWanted): LedgerCommand =>
  command(`quote a swap ${fc.stringify(wanted)}`, async (model, real) => {
    await quote(model, real, wanted)
    await compareAll(model, real)
  })

/** Executes an unused quote, which may have expired, or tries another customer's. */
const takeQuote = (pick: number, isOthers: boolean): LedgerCommand =>
  command(`take swap quote ${pick}${isOthers ? ' of another' : ''}`, async (model, real) => {
    const { quotes } = model.swaps
    const left = picked(quotes, pick)
    if (left === undefined) return
    const customerId = isOthers ? left.customerId + 1n : left.customerId
    await executeAll(model, real, [{ customerId, requestId: randomUUID(), quoteId: left.quoteId }])
    await compareAll(model, real)
  })

/** Sends a request again that was swapped, as it was or with another quote. */
const repeatSwap = (pick: number, isChanged: boolean): LedgerCommand =>
  command(`repeat swap ${pick}${isChanged ? ' with another quote' : ''}`, async (model, real) => {
    const { all } = model.swaps
    const past = picked(all, pick)
    if (past === undefined) return
    await executeAll(model, real, [isChanged ? { ...past, quoteId: randomUUID() } : past])
    await compareAll(model, real)
  })

const coin = 1_000_000n

/** Swaps by customers 1 to `customers`, and by an unknown one; some exceed a customer's or a stripe's money. */
export function swapCommands(customers: number): fc.Arbitrary<LedgerCommand>[] {
  const wanted = fc.record<ModelWanted>({
    customerId: fc.oneof(
      { weight: 8, arbitrary: fc.bigInt(1n, 2n) },
      { weight: 1, arbitrary: fc.bigInt(3n, BigInt(customers + 1)) },
    ),
    from: fc.constantFrom('USD', 'USDT'),
    units: fc.oneof(
      { weight: 8, arbitrary: fc.bigInt(1n, 2_000n).map((coins) => coins * coin) },
      { weight: 2, arbitrary: fc.bigInt(2_000n, 20_000n).map((coins) => coins * coin) },
      { weight: 3, arbitrary: fc.bigInt(-1n, 100n * coin) },
    ),
  })
  return [
    fc.tuple(wanted, fc.constantFrom(1, 1, 1, 4), fc.boolean()).map((args) => swapTimes(...args)),
    wanted.map(quoteOnly),
    fc.tuple(picks, fc.constantFrom(false, false, false, true)).map((args) => takeQuote(...args)),
    fc.tuple(picks, fc.boolean()).map((args) => repeatSwap(...args)),
  ]
}
