import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import type { FloorService } from '../apps/server/src/modules/floor/index.ts'
import { timeLimitMs, openFloorWorld } from '../apps/server/src/modules/floor/testing/floor-world.ts'
import type { FloorWorld } from '../apps/server/src/modules/floor/testing/floor-world.ts'
import { outcomes, strangers } from './race.ts'
import { onThrowawayCluster } from './throwaway-cluster.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
/** The USDT, at 0.99 USD each, left in the contested advert: inside the band around the price of 1. */
const left = 10
const unitPrice = '0.99'
const paid = 990_000n

type Sold = Awaited<ReturnType<FloorService['sell']>>

/**
 * Many customers at once on the trading floor, over two servers on one database: everything is sold once, and no one
 * loses.
 */
export const floor = trial({
  about: 'Many customers at once on the trading floor: everything is sold once',
  sizes: { customers: [1_000, 40], rounds: [3, 1] },
  run: onThrowawayCluster(async (cluster, { sizes, progress }) => {
    const database = await cluster.open()
    const world = await openFloorWorld(database, { appConnections: 16 })
    try {
      // The time moves on while customers sell: the price of before stays current.
      await world.ledger.owner.query(`update market.setting set max_usdt_price_age_ms = ${dayMs}`)
      const customers: bigint[] = []
      while (customers.length < sizes.customers) customers.push(await world.addCustomer())
      const findings: Finding[] = []
      for (let round = 0; round < sizes.rounds; round += 1) {
        for (const race of [lastOfAnAdvert(true), lastOfAnAdvert(false), sameSale, endsOfSales]) {
          await world.price(10_000n)
          const finding = await race(world, customers)
          progress(`${finding.name}: ${JSON.stringify(finding.figures)}`)
          findings.push({ ...finding, failures: [...finding.failures, ...(await brokenBooks(world))] })
        }
      }
      return findings
    } finally {
      await world.close()
      await database.close()
    }
  }),
})

/** All want the last of an advert: exactly what is left is sold, and customers who get nothing keep everything. */
const lastOfAnAdvert =
  (isAuto: boolean) =>
  async (world: FloorWorld, customers: readonly bigint[]): Promise<Finding> => {
    const advertId = await publish(world, { total: String(left), isAuto })
    const before = await moneyOf(world, customers)
    const answers = await Promise.all(
      customers.map((customerId, index) => serverOf(world, index).sell(customerId, form(advertId, '1'))),
    )
    const after = await moneyOf(world, customers)
    const wrong = customers.filter((_, index) => {
      const [had, has] = [before[index], after[index]]
      const isSold = answers[index]?.ok === true
      if (had === undefined || has === undefined) return true
      const expected = {
        USD: had.USD + (isSold && isAuto ? paid : 0n),
        USDT: had.USDT - (isSold ? coin : 0n),
        inEscrow: had.inEscrow + (isSold && !isAuto ? coin : 0n),
      }
      return has.USD !== expected.USD || has.USDT !== expected.USDT || has.inEscrow !== expected.inEscrow
    })
    const sold = answers.filter(({ ok }) => ok).length
    const failures = [
      ...(sold === left ? [] : [`${sold} sales were acknowledged, of ${left} that were left`]),
      ...(wrong.length === 0 ? [] : [`${wrong.length} customers have other balances than their responses said`]),
      ...strangers(answersOf(answers), ['not-enough-quantity']),
    ]
    return {
      name: isAuto ? 'floor-last-automatic' : 'floor-last-confirmed',
      size: customers.length,
      failures,
      figures: outcomes(answersOf(answers)),
    }
  }

/** The same sale repeated: one sale, named by every response. */
const sameSale = async (world: FloorWorld, customers: readonly bigint[]): Promise<Finding> => {
  const customerId = await world.addCustomer()
  const advertId = await publish(world, { total: '1000', isAuto: true })
  const wanted = form(advertId, '3')
  const answers = await Promise.all(customers.map((_, index) => serverOf(world, index).sell(customerId, wanted)))
  const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.id : null)))
  const { USD, USDT } = await world.money(customerId)
  const failures = [
    ...strangers(answersOf(answers), []),
    ...(ids.size === 1 ? [] : [`${ids.size} sales were acknowledged`]),
    ...(USD === granted + 3n * paid && USDT === granted - 3n * coin ? [] : [`the customer has ${USD} and ${USDT}`]),
  ]
  return { name: 'floor-same-sale', size: customers.length, failures, figures: outcomes(answersOf(answers)) }
}

/**
 * Sales, their confirmations, their lapsing, and closing and reopening their advert, all at once while the time runs
 * out.
 */
const endsOfSales = async (world: FloorWorld, customers: readonly bigint[]): Promise<Finding> => {
  const sellers = customers.slice(0, 200)
  const total = String(2 * sellers.length)
  const advertId = await publish(world, { total, isAuto: false })
  const before = await moneyOf(world, sellers)
  const first = await Promise.all(
    sellers.map((customerId, index) => serverOf(world, index).sell(customerId, form(advertId, '1'))),
  )
  const saleIds = first.flatMap((answer) => (answer.ok ? [BigInt(answer.value.id)] : []))
  const dealer = await world.dealer()
  const confirm = (saleId: bigint) => world.desks.confirm(dealer.secret, saleId).catch(() => null)
  const setOpen = (index: number) =>
    (index % 2 === 0 ? world.desks.close : world.desks.open)(dealer.secret, BigInt(advertId))
  const [, , again] = await Promise.all([
    world.advance(timeLimitMs),
    Promise.all([...saleIds, ...saleIds].map(confirm)),
    Promise.all(sellers.map((customerId, index) => serverOf(world, index).sell(customerId, form(advertId, '1')))),
    Promise.all(Array.from({ length: 10 }, (_, index) => setOpen(index))),
    Promise.all(Array.from({ length: 4 }, () => world.lapse())),
  ])
  await world.advance(timeLimitMs)
  while ((await world.lapse()) > 0) continue
  const after = await moneyOf(world, sellers)
  const wrong = after.filter((has, index) => {
    const had = before[index]
    if (had === undefined) return true
    // An earlier race's escrow has been returned as well.
    const [gained, given] = [has.USD - had.USD, had.USDT + had.inEscrow - has.USDT]
    return has.inEscrow !== 0n || gained * coin !== given * paid
  })
  const failures = [
    ...(saleIds.length === sellers.length ? [] : [`${saleIds.length} of ${sellers.length} could sell`]),
    ...(wrong.length === 0 ? [] : [`${wrong.length} customers have neither their USDT nor their USD`]),
    ...strangers(answersOf(again), ['transaction-closed', 'not-enough-quantity']),
  ]
  return { name: 'floor-ends-of-sales', size: sellers.length, failures, figures: outcomes(answersOf(again)) }
}

const services = new WeakMap<FloorWorld, FloorService>()

/** Customers go to one of two servers, by turns. */
function serverOf(world: FloorWorld, index: number): FloorService {
  if (index % 2 === 0) return world.service
  const other = services.get(world) ?? world.anotherServer()
  services.set(world, other)
  return other
}

const form = (advertId: string, quantity: string) => ({
  requestId: randomUUID(),
  advertId,
  quantity,
  unitPrice,
  paymentPassword: '481516',
})

async function publish(world: FloorWorld, wanted: { total: string; isAuto: boolean }): Promise<string> {
  const dealer = await world.dealer()
  const deskId = await world.desk(wanted.isAuto ? 'Meridian Desk' : 'Kestrel OTC')
  return (await world.publish(dealer, { ...wanted, deskId, unitPrice, minimum: '1', maximum: '3' })).id
}

function moneyOf(world: FloorWorld, customers: readonly bigint[]) {
  return Promise.all(customers.map((customerId) => world.money(customerId)))
}

async function brokenBooks(world: FloorWorld): Promise<string[]> {
  return world.requireSoundBooks().then(
    () => [],
    (error: unknown) => [String(error)],
  )
}

/** Outcomes in the form that races count. */
function answersOf(sold: readonly Sold[]) {
  return sold.map((answer) => ({ error: answer.ok ? null : answer.error }))
}
