import { randomUUID } from 'node:crypto'
import type { Asset } from '@candor/money'
import { openSwapWorld } from '../apps/server/src/modules/swap/testing/swap-world.ts'
import type { SwapWorld } from '../apps/server/src/modules/swap/testing/swap-world.ts'
import { one, outcomes, strangers } from './race.ts'
import { onThrowawayCluster } from './throwaway-cluster.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'

const coin = 1_000_000n
/** The balance of each of the house's four accounts of an asset: enough for two of the contested swaps. */
const houseUnits = 5_000n * coin
const everyAccountPays = 2
const accounts = 4
/** The proceeds of those swaps at 0.99 USD for one USDT, less 5 basis points. */
const wanted = { gives: '2000', givesUnits: 2_000n * coin, receivesUnits: 1_979_010_000n }

type SwapRace = (world: SwapWorld, customers: readonly bigint[]) => Promise<Finding>

/** Many swap requests at once: every quote is swapped once, and the house pays exactly what it has. */
export const swap = trial({
  about: 'Many swaps at once: every quote is swapped once',
  sizes: { customers: [1_000, 40], rounds: [3, 1] },
  run: onThrowawayCluster(async (cluster, { sizes, progress }) => {
    const findings: Finding[] = []
    for (let round = 0; round < sizes.rounds; round += 1) {
      const database = await cluster.open()
      // Time stands still: prices stay current, and quotes stay valid.
      const world = await openSwapWorld(database, { houseUnits, appConnections: 16 })
      const customers: bigint[] = []
      while (customers.length < sizes.customers) customers.push(await world.addCustomer())
      for (const race of [sameRequest, sameQuote, lastOfTheHouse]) {
        const finding = await race(world, customers)
        progress(`${finding.name}: ${JSON.stringify(finding.figures)}`)
        findings.push({ ...finding, failures: [...finding.failures, ...(await brokenBooks(world))] })
      }
      await world.close()
      await database.close()
    }
    return findings
  }),
})

/** The same request repeated: one swap, named by every response. */
const sameRequest: SwapRace = async (world, customers) => {
  const { customerId, ...form } = await newForm(world)
  const answers = await executeAll(
    world,
    customers.map(() => ({ customerId, ...form })),
  )
  const failures = [
    ...strangers(answers, []),
    ...one('swaps were acknowledged', idsOf(answers)),
    ...(await swappedOnce(world, customerId)),
  ]
  return { name: 'swap-same-request', size: customers.length, failures, figures: outcomes(answers) }
}

/** Requests of their own for one quote: it is good for one of them. */
const sameQuote: SwapRace = async (world, customers) => {
  const { customerId, quoteId } = await newForm(world)
  const answers = await executeAll(
    world,
    customers.map(() => ({ customerId, requestId: randomUUID(), quoteId })),
  )
  const failures = [
    ...strangers(answers, ['quote-expired']),
    ...one('swaps were acknowledged', idsOf(answers)),
    ...(await swappedOnce(world, customerId)),
  ]
  return { name: 'swap-same-quote', size: customers.length, failures, figures: outcomes(answers) }
}

/** All hold covered quotes: the house pays as many as it can, and customers who get nothing keep everything. */
const lastOfTheHouse: SwapRace = async (world, customers) => {
  const forms = []
  for (const customerId of customers)
    forms.push({ customerId, ...(await world.form(customerId, 'USDT', wanted.gives)) })
  const before = await moneyOf(world, customers)
  const answers = await executeAll(world, forms)
  const after = await moneyOf(world, customers)
  const wrong = after.filter((has, index) => {
    const had = before[index]
    const isSwapped = answers[index]?.error === null
    const [given, received] = isSwapped ? [wanted.givesUnits, wanted.receivesUnits] : [0n, 0n]
    return had === undefined || has.USDT !== had.USDT - given || has.USD !== had.USD + received
  })
  const swapped = answers.filter(({ error }) => error === null).length
  const covered = accounts * everyAccountPays
  const failures = [
    ...strangers(answers, ['not-covered']),
    ...(swapped === covered ? [] : [`${swapped} swaps were acknowledged, of ${covered} that were covered`]),
    ...(wrong.length === 0 ? [] : [`${wrong.length} customers have other balances than their responses said`]),
  ]
  return { name: 'swap-last-of-the-house', size: customers.length, failures, figures: outcomes(answers) }
}

interface Form {
  readonly customerId: bigint
  readonly requestId: string
  readonly quoteId: string
}

/** The responses by the names that races use: null for a success. */
function executeAll(world: SwapWorld, forms: readonly Form[]): Promise<{ error: string | null; id: string | null }[]> {
  return Promise.all(
    forms.map(async ({ customerId, ...form }) => {
      const answer = await world.service.execute(customerId, form)
      return answer.ok ? { error: null, id: answer.value.id } : { error: answer.error, id: null }
    }),
  )
}

const idsOf = (answers: readonly { readonly id: string | null }[]) => new Set(answers.flatMap(({ id }) => id ?? []))

/** A form that swaps 30 USD of a new customer. */
async function newForm(world: SwapWorld): Promise<Form> {
  const customerId = await world.addCustomer()
  return { customerId, ...(await world.form(customerId, 'USD', '30')) }
}

async function swappedOnce(world: SwapWorld, customerId: bigint): Promise<string[]> {
  const { USD } = await world.money(customerId)
  return USD === 9_970n * coin ? [] : [`the customer has ${USD} USD after one swap of 30`]
}

function moneyOf(world: SwapWorld, customers: readonly bigint[]): Promise<Record<Asset, bigint>[]> {
  return Promise.all(customers.map((customerId) => world.money(customerId)))
}

function brokenBooks(world: SwapWorld): Promise<string[]> {
  return world.requireSoundBooks().then(
    () => [],
    (error: unknown) => [String(error)],
  )
}
