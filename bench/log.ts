import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slotMs } from '@candor/formulas'
import { startHelper } from './fanout-messages.ts'
import { atMost, bench, median } from './figure.ts'
import { sealed } from './log-messages.ts'
import { openOrderWorld } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

const inFlight = 1_024

/**
 * The share of a core that both logs take where so many orders a second are placed: the processor time of the process
 * of the sealers and of their connection of PostgreSQL, for the batches and the frame of each half second. The orders
 * of a half second are placed as fast as they go, and sealed afterwards, all of them in one round. The same again for
 * settling those orders, with the frames up to their exit.
 */
export const log = bench({
  about: 'The share of a core that sealing both logs takes while orders are placed, and while they settle',
  sizes: { runs: [5, 1], customers: [5_000, 50], rate: [30_000, 600], seconds: [4, 1] },
  bars: { 'log-share': atMost(10) },
  async run(sizes) {
    const world = await openOrderWorld(sizes)
    const logs = await openLogs(world)
    const shares: number[] = []
    const leaves: number[] = []
    const settled: number[] = []
    try {
      await logs.sealAll()
      await logs.sealHalfSecond(sizes.rate / 2)
      await logs.sealSettled()
      for (let run = 0; run < sizes.runs; run += 1) {
        const halves: { readonly cpuMs: number; readonly leaves: number }[] = []
        while (halves.length < sizes.seconds * 2) halves.push(await logs.sealHalfSecond(sizes.rate / 2))
        shares.push((sum(halves.map(({ cpuMs }) => cpuMs)) / (sizes.seconds * 1_000)) * 100)
        leaves.push(sum(halves.map((half) => half.leaves)) / sizes.seconds)
        settled.push(((await logs.sealSettled()) / (sizes.seconds * 1_000)) * 100)
      }
    } finally {
      await logs.close()
      await world.close()
    }
    const against = `one core, at ${sizes.rate} orders a second`
    return [
      { name: 'log-share', value: median(shares), unit: '%', against, againstValue: 100 },
      { name: 'log-share-settling', value: median(settled), unit: '%', against, againstValue: 100 },
      { name: 'log-leaves', value: median(leaves), unit: '1/s', against: 'orders', againstValue: sizes.rate },
    ]
  },
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The sealers of both logs of a world in a process of their own, as the product has it. */
async function openLogs({ server, ledger, placingRate, moveBeforeExit }: OrderWorld) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-log-'))
  const sealers = startHelper('log-process.ts', [server.ownerUrl, server.logUrl, folder])
  const count = async (table: 'transparency.event' | 'transparency.leaf_of_batch' | 'ledger.batch') => {
    const { rows } = await ledger.owner.query<{ count: bigint }>(`select count(*) from ${table}`)
    return Number(rows[0]?.count ?? 0)
  }
  const isAllSealed = async () => (await count('transparency.leaf_of_batch')) === (await count('ledger.batch'))
  const round = (advanceMs: number) => sealers.ask({ advanceMs }, sealed)
  return {
    /** Seals what is booked, such as the opening of accounts. */
    async sealAll(): Promise<void> {
      while (!(await isAllSealed())) await round(slotMs)
    },
    /** Places orders, ends a slot and seals both. Returns the processor time of sealing, and the new leaves. */
    async sealHalfSecond(orders: number): Promise<{ cpuMs: number; leaves: number }> {
      await placingRate(orders, Math.min(inFlight, orders))
      await ledger.publish()
      const before = await count('transparency.event')
      const { cpuMs } = await round(slotMs)
      if (!(await isAllSealed())) throw new Error('the log does not keep up with the orders')
      return { cpuMs, leaves: (await count('transparency.event')) - before }
    },
    /** Settles what was placed, and seals it. Returns the processor time of sealing. */
    async sealSettled(): Promise<number> {
      await moveBeforeExit()
      await ledger.publish()
      await ledger.settleAll()
      let cpuMs = 0
      while (!(await isAllSealed())) cpuMs += (await round(slotMs)).cpuMs
      return cpuMs
    },
    close: async () => {
      await sealers.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
