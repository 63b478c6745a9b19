import { setTimeout as sleep } from 'node:timers/promises'
import { slotMs } from '@candor/formulas'
import { heldMemory, received, sentFrames } from './fanout-messages.ts'
import type { FanoutServer } from './fanout-messages.ts'
import { atMost, atMostRatio, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { runByTurns } from './socket-sides.ts'
import type { SocketPair } from './socket-sides.ts'

interface Run {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly missed: number
  /** Seconds of processor a second. */
  readonly cpu: number
}

/** A server with its sockets open. */
interface Side {
  readonly bytesPerSocket: number
  run(slots: number): Promise<Run>
}

/**
 * Frames of the whole catalogue to many sockets: the realtime role against `ws` sending the same texts, each in its own
 * process.
 */
export const fanout = bench({
  about: 'Frames of the whole catalogue to many sockets, against ws sending the same texts',
  sizes: { runs: [5, 1], sockets: [10_000, 20], slots: [20, 2] },
  bars: {
    'fanout-p99': atMostRatio(1.3),
    'fanout-cpu': atMostRatio(1.5),
    'fanout-missed': atMost(0),
    'fanout-memory': atMost(25),
  },
  async run(sizes) {
    const { candor, raw, done } = await runByTurns<Run, Side>(sizes, {
      clients: 'fanout-clients.ts',
      openSide: (pair) => openSide(pair, sizes.sockets),
      warmUpSlots: Math.ceil(sizes.slots / 4),
    })
    return figures(done, { candor: candor.bytesPerSocket, raw: raw.bytesPerSocket })
  },
})

async function openSide({ server, clients, openSockets }: SocketPair, sockets: number): Promise<Side> {
  const before = await server.ask({ memory: true }, heldMemory)
  await openSockets()
  // Subscriptions are on their way.
  await sleep(slotMs)
  await server.ask({ send: 4 }, sentFrames)
  await clients.ask({ report: { slots: 4 } }, received)
  const after = await server.ask({ memory: true }, heldMemory)
  return {
    bytesPerSocket: Math.max(0, after.bytes - before.bytes) / sockets,
    async run(slots) {
      const { cpuMs } = await server.ask({ send: slots }, sentFrames)
      const report = await clients.ask({ report: { slots } }, received)
      return { ...report, cpu: cpuMs / (slots * slotMs) }
    },
  }
}

function figures(
  runs: Readonly<Record<FanoutServer, readonly Run[]>>,
  bytes: Readonly<Record<FanoutServer, number>>,
): Figure[] {
  const against = 'raw ws broadcast'
  const middle = (kind: FanoutServer, of: (run: Run) => number) => median(runs[kind].map(of))
  const pair = (of: (run: Run) => number) => ({ value: middle('candor', of), against, againstValue: middle('raw', of) })
  const missed = (kind: FanoutServer) => runs[kind].reduce((sum, run) => sum + run.missed, 0)
  return [
    { name: 'fanout-median', unit: 'ms', ...pair((run) => run.p50Ms) },
    { name: 'fanout-p99', unit: 'ms', ...pair((run) => run.p99Ms) },
    { name: 'fanout-cpu', unit: 's/s', ...pair((run) => run.cpu) },
    { name: 'fanout-missed', unit: 'frames', value: missed('candor'), against, againstValue: missed('raw') },
    { name: 'fanout-memory', unit: 'kB', value: bytes.candor / 1_000, against, againstValue: bytes.raw / 1_000 },
  ]
}
