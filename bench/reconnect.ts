import { setTimeout as sleep } from 'node:timers/promises'
import { slotMs } from '@candor/formulas'
import type * as z from 'zod/mini'
import { heldMemory, sentFrames } from './fanout-messages.ts'
import type { FanoutServer } from './fanout-messages.ts'
import { atMost, atMostRatio, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { counted, returned } from './reconnect-messages.ts'
import { runByTurns } from './socket-sides.ts'
import type { SocketPair } from './socket-sides.ts'

type Held = z.output<typeof heldMemory>

interface Run {
  readonly liveMs: number
  /** Sockets without a live frame at the end. */
  readonly away: number
  readonly handshakeP99Ms: number
  readonly failures: number
  readonly missed: number
  readonly held: Held
}

/** A server with its sockets open. */
interface Side {
  readonly heldBefore: Held
  run(slots: number): Promise<Run>
}

/**
 * All sockets are lost at once and return as the app's do, while frames are published: until each has a live frame
 * again, against a `ws` server that sends the same frames and no snapshots.
 */
export const reconnect = bench({
  about: 'All sockets lost at once, until each has a live frame again, against ws',
  sizes: { runs: [5, 1], sockets: [10_000, 20], slots: [16, 7] },
  bars: {
    'reconnect-live': atMost(3_000),
    'reconnect-away': atMost(0),
    'reconnect-missed': atMost(0),
    'reconnect-memory': atMostRatio(1.1),
  },
  async run(sizes) {
    const { candor, done } = await runByTurns<Run, Side>(sizes, { clients: 'reconnect-clients.ts', openSide })
    return figures(done, candor.heldBefore)
  },
})

async function openSide({ server, clients, openSockets }: SocketPair): Promise<Side> {
  await server.ask({ send: 1 }, sentFrames)
  await openSockets()
  await server.ask({ send: 4 }, sentFrames)
  const heldBefore = await server.ask({ memory: true }, heldMemory)
  return {
    heldBefore,
    async run(slots) {
      const sending = server.ask({ send: slots }, sentFrames)
      // Frames flow when the sockets are lost.
      await sleep(slotMs)
      const back = await clients.ask({ drop: { withinMs: (slots - 1) * slotMs } }, returned)
      const { slot } = await sending
      const { missed } = await clients.ask({ check: { slot } }, counted)
      const held = await server.ask({ memory: true }, heldMemory)
      return { ...back, missed, held }
    },
  }
}

function figures(runs: Readonly<Record<FanoutServer, readonly Run[]>>, heldBefore: Held): Figure[] {
  const against = 'raw ws, without snapshots'
  const middle = (kind: FanoutServer, of: (run: Run) => number) => median(runs[kind].map(of))
  const pair = (of: (run: Run) => number) => ({ value: middle('candor', of), against, againstValue: middle('raw', of) })
  const sum = (kind: FanoutServer, of: (run: Run) => number) => runs[kind].reduce((all, run) => all + of(run), 0)
  const sums = (of: (run: Run) => number) => ({ value: sum('candor', of), against, againstValue: sum('raw', of) })
  const last = runs.candor.at(-1)?.held ?? heldBefore
  const memory = (of: (held: Held) => number) => ({
    value: of(last) / 1e6,
    against: 'before the first loss',
    againstValue: of(heldBefore) / 1e6,
  })
  return [
    { name: 'reconnect-live', unit: 'ms', ...pair((run) => run.liveMs) },
    { name: 'reconnect-handshake-p99', unit: 'ms', ...pair((run) => run.handshakeP99Ms) },
    { name: 'reconnect-away', unit: 'sockets', ...sums((run) => run.away) },
    { name: 'reconnect-failed', unit: 'attempts', ...sums((run) => run.failures) },
    { name: 'reconnect-missed', unit: 'frames', ...sums((run) => run.missed) },
    { name: 'reconnect-memory', unit: 'MB', ...memory((held) => held.usedBytes) },
    { name: 'reconnect-resident', unit: 'MB', ...memory((held) => held.bytes) },
  ]
}
