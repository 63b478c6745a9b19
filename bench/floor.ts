import { randomUUID } from 'node:crypto'
import { openFloorWorld } from '../apps/server/src/modules/floor/testing/floor-world.ts'
// Types the values that the test database takes from Vitest, because the floor's world uses that database.
import type {} from '../apps/server/src/platform/postgres/test-cluster.ts'
import { openBenchServer } from './bench-server.ts'
import { atLeastRatio, bench, median } from './figure.ts'
import { rateOf } from './order-world.ts'
import { openTpcb, tpcbSizes } from './tpcb.ts'

/** Inside the band around the official price. */
const unitPrice = '0.995'

/**
 * Sales per second into one contested advert, through the service, against TPC-B transactions on the same durable
 * server.
 */
export const floor = bench({
  about: 'Sales a second into one advert of the trading floor, against TPC-B',
  sizes: { runs: [5, 1], customers: [2_000, 20], sales: [4_000, 60], inFlight: [256, 20], ...tpcbSizes },
  bars: { 'floor-automatic': atLeastRatio(3), 'floor-confirmed': atLeastRatio(3) },
  async run(sizes) {
    const server = await openBenchServer()
    const world = await openFloorWorld(server, { appConnections: 20 })
    const tpcb = await openTpcb(server.peerUrl, sizes)
    const rates = { peer: [] as number[], automatic: [] as number[], confirmed: [] as number[] }
    try {
      const customers: bigint[] = []
      while (customers.length < sizes.customers) customers.push(await world.addCustomer())
      await world.ledger.owner.query('vacuum analyze')
      // Time stands still, so that the price used by automatic adverts stays current.
      await world.price(10_000n)
      const dealer = await world.dealer()
      const publish = async (isAuto: boolean) => {
        const deskId = await world.desk(isAuto ? 'Meridian Desk' : 'Kestrel OTC')
        return (await world.publish(dealer, { deskId, total: '300000', minimum: '1', maximum: '1', unitPrice, isAuto }))
          .id
      }
      const adverts = { automatic: await publish(true), confirmed: await publish(false) }
      let turn = 0
      const sellInto = (advertId: string) => async () => {
        turn += 1
        const customerId = customers[turn % customers.length] ?? 0n
        const form = { requestId: randomUUID(), advertId, quantity: '1', unitPrice, paymentPassword: '481516' }
        const sold = await world.service.sell(customerId, form)
        if (!sold.ok) throw new Error(`a sale was refused: ${sold.error}`)
      }
      await rateOf(sellInto(adverts.automatic), sizes.sales / 4, sizes.inFlight)
      await tpcb.rate(sizes.clients, sizes.seconds / 4)
      for (let run = 0; run < sizes.runs; run += 1) {
        rates.peer.push(await tpcb.rate(sizes.clients, sizes.seconds))
        rates.automatic.push(await rateOf(sellInto(adverts.automatic), sizes.sales, sizes.inFlight))
        rates.confirmed.push(await rateOf(sellInto(adverts.confirmed), sizes.sales, sizes.inFlight))
      }
    } finally {
      await tpcb.close()
      await world.close()
      await server.close()
    }
    const peer = { unit: '1/s', against: `TPC-B, ${sizes.clients} clients`, againstValue: median(rates.peer) }
    return [
      { name: 'floor-automatic', value: median(rates.automatic), ...peer },
      { name: 'floor-confirmed', value: median(rates.confirmed), ...peer },
    ]
  },
})
