import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { slotMs } from '@candor/formulas'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { listening, sentFrames, startHelper } from './fanout-messages.ts'
import type { Helper } from './fanout-messages.ts'
import { atMost, bench, median, quantile } from './figure.ts'
import { openLossyLine } from './lossy-line.ts'
import { frameAgeMs, openSocketClient, readHead } from './socket-client.ts'

/** A packet that is lost several times may take so long. */
const lastPacketMs = 10_000

/** How late frames were, whole, and how many never came. */
interface Delivery {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly missed: number
}

/** Frames over a line that loses packets, against the same line without loss. */
export const loss = bench({
  about: 'How late frames are over a line that loses packets, against one that loses none',
  sizes: { runs: [5, 1], sockets: [200, 5], slots: [40, 2], percent: [5, 5], roundTripMs: [150, 20] },
  bars: { 'loss-missed': atMost(0) },
  async run({ runs, sockets, slots, percent, roundTripMs }) {
    const server = startHelper('fanout-server.ts', ['candor'])
    try {
      const { port } = await server.receive(listening)
      const draw = randomAt(1, 0, 0)
      const over = async (lostShare: number) => {
        const line = await openLossyLine(port, { lostShare, roundTripMs, random: draw })
        try {
          return await deliver(server, { port: line.port, sockets, slots })
        } finally {
          line.close()
        }
      }
      const [whole, lossy]: [Delivery[], Delivery[]] = [[], []]
      for (let run = 0; run < runs; run += 1) {
        whole.push(await over(0))
        lossy.push(await over(percent / 100))
      }
      const against = 'the same line without loss'
      const middle = (of: (delivery: Delivery) => number) => ({
        value: median(lossy.map(of)),
        against,
        againstValue: median(whole.map(of)),
      })
      const sum = (deliveries: readonly Delivery[]) => deliveries.reduce((all, { missed }) => all + missed, 0)
      return [
        { name: 'loss-median', unit: 'ms', ...middle(({ p50Ms }) => p50Ms) },
        { name: 'loss-p99', unit: 'ms', ...middle(({ p99Ms }) => p99Ms) },
        { name: 'loss-missed', unit: 'frames', value: sum(lossy), against, againstValue: sum(whole) },
      ]
    } finally {
      await server.close()
    }
  },
})

/** Sends frames to new sockets, and takes the time of each until its last byte is read. */
async function deliver(
  server: Helper,
  { port, sockets, slots }: { readonly port: number; readonly sockets: number; readonly slots: number },
): Promise<Delivery> {
  const delaysMs: number[] = []
  const opening = Array.from({ length: sockets }, (_, index) => openFrameSocket(port, index, delaysMs))
  const open: Socket[] = await Promise.all(opening)
  // Subscriptions are on their way.
  await sleep(lastPacketMs / 10)
  await server.ask({ send: slots }, sentFrames)
  const expected = sockets * slots
  for (let waitedMs = 0; delaysMs.length < expected && waitedMs < lastPacketMs; waitedMs += slotMs) await sleep(slotMs)
  for (const socket of open) socket.destroy()
  return {
    p50Ms: quantile(delaysMs, 0.5),
    p99Ms: quantile(delaysMs, 0.99),
    missed: expected - delaysMs.length,
  }
}

function openFrameSocket(port: number, index: number, delaysMs: number[]): Promise<Socket> {
  let frame: string | null = null
  return openSocketClient({
    port,
    index,
    greeting: [{ op: 'sub', ch: 'quotes', args: {} }],
    onHead: (head) => {
      frame = readHead(head)?.op === 'frame' ? head : null
    },
    onEnd: () => {
      if (frame !== null) delaysMs.push(frameAgeMs(frame))
      // A ping ends, too, and has no beginning.
      frame = null
    },
  })
}
