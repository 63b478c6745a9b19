import { openBareOrders } from './bare-orders.ts'
import { atLeastRatio, atMostRatio, bench, median } from './figure.ts'
import { loneOrders, openOrderWorld } from './order-world.ts'
import { childrenProcessorMs } from './processor-time.ts'
import { openTpcb, tpcbSizes } from './tpcb.ts'

/**
 * Orders accepted a second through the service and its batcher, against TPC-B transactions on the same durable server;
 * and PostgreSQL's processor time for an order, against that of an order without any guarantee.
 */
export const orders = bench({
  about: 'Orders a second through the service and its batcher, against TPC-B',
  sizes: { runs: [5, 1], customers: [5_000, 50], orders: [20_000, 300], lone: [200, 3], ...tpcbSizes },
  bars: { 'orders-1024': atLeastRatio(10), 'orders-lone': atMostRatio(1.5), 'orders-processor': atMostRatio(1.6) },
  async run(sizes) {
    const world = await openOrderWorld(sizes)
    const tpcb = await openTpcb(world.server.peerUrl, sizes)
    const bare = await openBareOrders(world.server.ownerUrl, sizes.customers)
    const processorUs = async (place: () => Promise<unknown>) => {
      const beforeMs = await childrenProcessorMs(world.server.postgres.pid)
      await place()
      return (((await childrenProcessorMs(world.server.postgres.pid)) - beforeMs) / sizes.orders) * 1_000
    }
    const rates = { peer: [] as number[], few: [] as number[], many: [] as number[] }
    const processor = { order: [] as number[], bare: [] as number[] }
    const lone = { order: [] as number[], peer: [] as number[] }
    try {
      await world.placingRate(sizes.orders / 4, 256)
      await tpcb.rate(sizes.clients, sizes.seconds / 4)
      for (let run = 0; run < sizes.runs; run += 1) {
        rates.peer.push(await tpcb.rate(sizes.clients, sizes.seconds))
        rates.few.push(await world.placingRate(sizes.orders, 256))
        processor.order.push(
          await processorUs(async () => rates.many.push(await world.placingRate(sizes.orders, 1_024))),
        )
        processor.bare.push(await processorUs(() => bare.place(sizes.orders)))
        lone.peer.push(median(await tpcb.lone(sizes.lone)))
        lone.order.push(median(await loneOrders(world, sizes.lone)))
        await world.moveBeforeExit()
        await world.ledger.publish()
        await world.ledger.settleAll()
      }
    } finally {
      await Promise.all([tpcb.close(), bare.close()])
      await world.close()
    }
    const peer = { unit: '1/s', against: `TPC-B, ${sizes.clients} clients`, againstValue: median(rates.peer) }
    return [
      { name: 'orders-256', value: median(rates.few), ...peer },
      { name: 'orders-1024', value: median(rates.many), ...peer },
      {
        name: 'orders-lone',
        value: median(lone.order),
        unit: 'ms',
        against: 'a lone TPC-B transaction',
        againstValue: median(lone.peer),
      },
      {
        name: 'orders-processor',
        value: median(processor.order),
        unit: 'µs',
        against: 'an order without guarantees',
        againstValue: median(processor.bare),
      },
    ]
  },
})
