import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDueTerm, shortestTerm } from '../apps/server/src/modules/interest/testing/open-due-term.ts'
import { acknowledgedIds, atOnce, one, outcomes, strangers } from './race.ts'
import type { Race } from './race.ts'
import { formBody } from './wire-world.ts'
import type { WireWorld } from './wire-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
const amount = 100n * coin
/** Their interest for a minute. */
const interest = 6n
/** Orders that fall due one after the other. */
const terms = 10
const apartMs = 150
const dueFromMs = 1_500
const paidWithinMs = 60_000

/** The same interest order repeated: one order, named by every response. */
export const sameTerm: Race = async (world, token, requests) => {
  const form = formBody({ requestId: randomUUID(), productId: String(await productOf(world)), amount: '100' })
  const answers = await atOnce(requests, () => world.post('interest/open', form, token))
  const { rows } = await world.owner.query<{ amount: bigint }>(
    'select amount from interest.interest_order where customer_id = $1',
    [await world.customerOf(token)],
  )
  const failures = [
    ...strangers(answers, []),
    ...one('interest orders were acknowledged', acknowledgedIds(answers)),
    ...(rows.length === 1 && rows[0]?.amount === amount
      ? []
      : [`interest orders are stored over ${rows.map((row) => row.amount).join(', ')}`]),
    ...(await moneyIs(world, token, { available: granted - amount, inTerms: amount })),
  ]
  return { name: 'races-same-term', size: requests, failures, figures: outcomes(answers) }
}

/** Orders are redeemed around the moment at which the server repays them: each ends once, one way or the other. */
export const redemptionOrMaturity: Race = async (world, token, requests) => {
  const opened = await openDueTerms(world, token)
  const answers = await atOnce(requests, async (index) => {
    const term = opened[index % opened.length]
    if (term === undefined) throw new Error('nothing was opened')
    // Some redemptions are sent before the due time, some after.
    const besideMs = ((index % opened.length) - opened.length / 2) * 10
    await sleep(Math.max(0, term.expiresMs + besideMs - Date.now()))
    return world.post('interest/redeem', formBody({ requestId: randomUUID(), id: term.id }), token)
  })
  const ended = await endsOf(
    world,
    opened.map(({ id }) => id),
  )
  const redeemed = ended.filter((state) => state === 'redeemed').length
  const matured = ended.filter((state) => state === 'matured').length
  const accepted = answers.filter(({ error }) => error === null).length
  const failures = [
    ...strangers(answers, ['transaction-closed']),
    ...(redeemed + matured === opened.length
      ? []
      : [`of ${opened.length} orders ${redeemed} were taken out and ${matured} paid back`]),
    ...(accepted === redeemed && acknowledgedIds(answers).size === redeemed
      ? []
      : [`${accepted} requests took out ${redeemed} orders, by what is stored`]),
    ...(await moneyIs(world, token, { available: granted + BigInt(matured) * interest, inTerms: 0n })),
  ]
  return {
    name: 'races-redemption-or-maturity',
    size: requests,
    failures,
    figures: { ...outcomes(answers), redeemed, matured },
  }
}

async function productOf(world: WireWorld): Promise<bigint> {
  const { rows } = await world.owner.query<{ product_id: bigint }>(
    'select product_id from interest.newest_interest_product($1::smallint, $2)',
    [shortestTerm.asset, shortestTerm.durationMs],
  )
  if (rows[0] === undefined) throw new Error('nothing is offered for a minute')
  return rows[0].product_id
}

/** Opens orders that fall due shortly, one after the other. */
async function openDueTerms(world: WireWorld, token: string): Promise<{ id: string; expiresMs: number }[]> {
  const customerId = await world.customerOf(token)
  const firstMs = Date.now() + dueFromMs
  const opened: { id: string; expiresMs: number }[] = []
  for (let place = 0; place < terms; place += 1) {
    const dueMs = firstMs + place * apartMs
    opened.push({ id: await openDueTerm(world.owner, { customerId, units: amount, dueMs }), expiresMs: dueMs })
  }
  return opened
}

/** The orders' results, once none earns any more or the server had enough time to pay them. */
async function endsOf(world: WireWorld, ids: readonly string[]): Promise<string[]> {
  const giveUpMs = performance.now() + paidWithinMs
  for (;;) {
    const { rows } = await world.owner.query<{ state: string }>(
      'select state::text as state from interest.interest_order where order_id = any($1)',
      [ids],
    )
    const states = rows.map(({ state }) => state)
    if (!states.includes('earning') || performance.now() > giveUpMs) return states
    await sleep(100)
  }
}

/** Failures unless the customer has exactly so much USDT. */
async function moneyIs(
  world: WireWorld,
  token: string,
  wanted: { available: bigint; inTerms: bigint },
): Promise<string[]> {
  const { rows } = await world.owner.query<{ kind: string; posted: bigint; held: bigint }>(
    `select kind::text as kind, posted, held from ledger.balance where owner_id = $1 and kind in ('available', 'invested') and asset = 2`,
    [await world.customerOf(token)],
  )
  const found = (kind: string) =>
    rows.filter((row) => row.kind === kind).reduce((sum, { posted, held }) => sum + posted - held, 0n)
  const [available, inTerms] = [found('available'), found('invested')]
  return available === wanted.available && inTerms === wanted.inTerms
    ? []
    : [`the customer has ${available} and ${inTerms} in orders, not ${wanted.available} and ${wanted.inTerms}`]
}
