import type { Database } from '../../platform/transaction.ts'
import { readClearing } from './clearing-store.ts'
import type { ClearingBooks, Sending } from './clearing-store.ts'

/** What the clearing accounts of all cells come to. Without mismatches and with nothing under way the sums are zero. */
export interface ClearingReport {
  readonly mismatches: readonly string[]
  readonly usd: bigint
  readonly usdt: bigint
  /** Sent, and not booked where it goes. */
  readonly underWay: number
}

/**
 * Compares what cells have sent to one another and booked. Cells write meanwhile: what arrived was sent before, so the
 * second reading of all cells has the other side of everything in the first.
 */
export async function checkClearing(cells: ReadonlyMap<number, Database>): Promise<ClearingReport> {
  const read = () => Promise.all([...cells].map(([number, owner]) => readClearing(owner, number)))
  const before = await read()
  const after = await read()
  const sent = keyed(after.flatMap((books) => books.sent))
  const received = keyed(after.flatMap((books) => books.received))
  const mismatches = [
    ...before.flatMap((books) => books.received).flatMap((arrived) => unless(arrived, sent, 'was not sent')),
    ...before
      .flatMap((books) => books.sent.filter(({ isDelivered }) => isDelivered))
      .flatMap((delivered) => unless(delivered, received, 'did not arrive')),
    ...after.flatMap(unbalanced),
  ]
  return {
    mismatches,
    usd: after.reduce((sum, { clearing }) => sum + clearing.usd, 0n),
    usdt: after.reduce((sum, { clearing }) => sum + clearing.usdt, 0n),
    underWay: [...sent.keys()].filter((key) => !received.has(key)).length,
  }
}

const keyOf = ({ fromCell, reference }: Sending) => `${fromCell}/${reference}`
const keyed = (sendings: readonly Sending[]) => new Map(sendings.map((sending) => [keyOf(sending), sending]))

function unless(sending: Sending, others: ReadonlyMap<string, Sending>, complaint: string): string[] {
  const other = others.get(keyOf(sending))
  if (other === undefined) return [`${describe(sending)} ${complaint}`]
  return describe(sending) === describe(other) ? [] : [`${describe(sending)} is ${describe(other)} on the other side`]
}

function describe({ reference, fromCell, toCell, kind, subjectId, usd, usdt }: Sending): string {
  return `${kind} ${subjectId} with reference ${reference} from cell ${fromCell} to ${toCell}: ${usd} USD, ${usdt} USDT`
}

function unbalanced({ cell, clearing, sent, received }: ClearingBooks): string[] {
  const net = (asset: 'usd' | 'usdt') =>
    sent.reduce((sum, one) => sum + one[asset], 0n) - received.reduce((sum, one) => sum + one[asset], 0n)
  return (['usd', 'usdt'] as const)
    .filter((asset) => clearing[asset] !== net(asset))
    .map((asset) => `cell ${cell} has ${clearing[asset]} ${asset} in clearing, and ${net(asset)} by what was sent`)
}
