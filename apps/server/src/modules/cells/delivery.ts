import type { Database } from '../../platform/transaction.ts'
import { noteDelivered, readUndelivered, receive } from './clearing-store.ts'
import { noteRecorded, readLateTransfers, recordLate } from './late-transfers-store.ts'
import { readLateMoves, sendBalances } from './moving-store.ts'

const atOnce = 500

/** What to deliver: by default everything, to all cells. */
interface Delivery {
  /** The only cell to deliver to. */
  readonly to?: number
  readonly onBooked?: (reference: bigint) => void
}

/**
 * Delivers what cells have sent: books it where it goes, then notes that. Either step may be repeated, so a crash
 * between them does no harm, and neither may several deliverers. A cell that fails keeps no other from its deliveries:
 * its error is thrown at the end. Returns how many were booked.
 */
export async function deliver(cells: ReadonlyMap<number, Database>, { to, onBooked }: Delivery = {}): Promise<number> {
  const failed = new Map<number, unknown>()
  let booked = 0
  for (const [number, owner] of cells)
    for (const sending of await readUndelivered(owner, number, { to: to ?? null, limit: atOnce })) {
      if (failed.has(sending.toCell)) continue
      try {
        const target = cells.get(sending.toCell)
        if (target === undefined) throw new Error(`there is no cell ${sending.toCell} for ${sending.reference}`)
        if (await receive(target, sending)) booked += 1
        onBooked?.(sending.reference)
        await noteDelivered(owner, sending.reference)
      } catch (error) {
        failed.set(sending.toCell, error)
      }
    }
  const [first] = failed.values()
  if (first !== undefined) throw first
  return booked
}

/** Sends what was paid in for customers after they left a cell. Returns how many of them there were. */
export async function forwardLate(cells: ReadonlyMap<number, Database>): Promise<number> {
  let forwarded = 0
  for (const owner of cells.values())
    for (const moveId of await readLateMoves(owner)) if ((await sendBalances(owner, moveId)) !== null) forwarded += 1
  return forwarded
}

/**
 * Records transfers that a cell has seen to the addresses of customers who have left it, in the cell where they are. It
 * may be repeated. One that fails keeps no other back: its error is thrown at the end. Returns how many were recorded.
 */
export async function recordLateTransfers(cells: ReadonlyMap<number, Database>): Promise<number> {
  const failures: unknown[] = []
  let recorded = 0
  for (const owner of cells.values())
    for (const late of await readLateTransfers(owner, atOnce)) {
      try {
        const target = cells.get(late.toCell)
        if (target === undefined) throw new Error(`there is no cell ${late.toCell} for ${late.transfer.txid}`)
        if (!(await recordLate(target, late))) continue
        await noteRecorded(owner, late)
        recorded += 1
      } catch (error) {
        failures.push(error)
      }
    }
  if (failures.length > 0) throw failures[0]
  return recorded
}
