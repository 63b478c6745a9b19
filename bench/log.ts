import { readFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { slotMs } from '@candor/formulas'
import type { Pool } from 'pg'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { LogWorld } from '../apps/server/src/modules/transparency/testing/log-world.ts'
import { atMost, bench, median } from './figure.ts'
import { openOrderWorld } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

const inFlight = 1_024

/**
 * The share of a core that both logs take where so many orders a second are placed: the processor time of the sealers
 * and of their connections of PostgreSQL, for the batches and the frame of each half second. The orders of a half second
 * are placed as fast as they go, and sealed afterwards.
 */
export const log = bench({
  about: 'The share of a core that sealing both logs takes while orders are placed',
  sizes: { runs: 5, customers: 5_000, rate: 30_000, seconds: 4 },
  smokeSizes: { runs: 1, customers: 50, rate: 600, seconds: 1 },
  bars: { 'log-share': atMost(10) },
  async run(sizes) {
    const world = await openOrderWorld(sizes)
    const logs = await openLogs(world)
    const shares: number[] = []
    const leaves: number[] = []
    try {
      await logs.sealAll()
      await logs.sealHalfSecond(sizes.rate / 2)
      for (let run = 0; run < sizes.runs; run += 1) {
        const halves: { readonly cpuMs: number; readonly leaves: number }[] = []
        while (halves.length < sizes.seconds * 2) halves.push(await logs.sealHalfSecond(sizes.rate / 2))
        shares.push((sum(halves.map(({ cpuMs }) => cpuMs)) / (sizes.seconds * 1_000)) * 100)
        leaves.push(sum(halves.map((half) => half.leaves)) / sizes.seconds)
      }
    } finally {
      await logs.close()
      await world.close()
    }
    const against = `one core, at ${sizes.rate} orders a second`
    return [
      { name: 'log-share', value: median(shares), unit: '%', against, againstValue: 100 },
      { name: 'log-leaves', value: median(leaves), unit: '1/s', against: 'orders', againstValue: sizes.rate },
    ]
  },
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The sealers of both logs of a world, whose rounds are done on command. */
async function openLogs({ server, ledger, placingRate }: OrderWorld) {
  const owner = createPool(server.ownerUrl, 'bench-owner', { maxConnections: 1 })
  const pool = createPool(server.logUrl, 'bench-log', { maxConnections: 1 })
  const logs = new LogWorld(owner, pool, await mkdtemp(join(tmpdir(), 'candor-log-')))
  const sealers = [logs.ticksLog(), logs.eventsLog()]
  const count = async (text: string) => {
    const { rows } = await owner.query<{ count: bigint }>(text)
    return Number(rows[0]?.count ?? 0)
  }
  const sealedLeaves = () => count('select count(*) from transparency.event')
  const waitingBatches = async () =>
    (await count('select count(*) from ledger.batch')) -
    (await count('select count(*) from transparency.leaf_of_batch'))
  const round = async () => {
    for (const sealer of sealers) await sealer.round()
    const stopped = sealers.find(({ stoppedBy }) => stoppedBy !== null)
    if (stopped !== undefined) throw new Error(String(stopped.stoppedBy))
  }
  return {
    /** Seals what is booked, such as the opening of accounts. */
    async sealAll(): Promise<void> {
      while ((await waitingBatches()) > 0) await round()
    },
    /** Places orders, ends a slot and seals both. Returns the processor time of sealing, and the new leaves. */
    async sealHalfSecond(orders: number): Promise<{ cpuMs: number; leaves: number }> {
      await placingRate(orders, Math.min(inFlight, orders))
      await ledger.publish()
      logs.clock.advance(slotMs)
      // An idle connection is closed: the one that seals is known just before.
      const backend = await backendPid(pool)
      const [before, used] = [await sealedLeaves(), await usedMs(backend)]
      await round()
      const cpuMs = (await usedMs(backend)) - used
      if ((await waitingBatches()) > 0) throw new Error('the log does not keep up with the orders')
      return { cpuMs, leaves: (await sealedLeaves()) - before }
    },
    close: () => logs.close(),
  }
}

async function backendPid(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  if (pid === undefined) throw new Error('PostgreSQL names no process of a connection')
  return pid
}

/** One hundredth of a second, in which Linux counts the time of processes. */
const tickMs = 10

/** The processor time of this process and of a process of PostgreSQL, in milliseconds. Linux only. */
async function usedMs(pid: number): Promise<number> {
  const { user, system } = process.cpuUsage()
  // The fields after the name in brackets begin with the third; user and system time are the 14th and 15th.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (user + system) / 1_000 + (Number(fields[11]) + Number(fields[12])) * tickMs
}
