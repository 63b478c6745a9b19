import type { Database } from '../../platform/transaction.ts'
import { noteDelivered, readUndelivered, receive } from './clearing-store.ts'
import { readLateMoves, sendBalances } from './moving-store.ts'

const atOnce = 500

/**
 * Delivers what cells have sent: books it where it goes, then notes that. Either step may be repeated, so a crash
 * between them does no harm, and neither may several deliverers. Returns how many were booked.
 */
export async function deliver(
  cells: ReadonlyMap<number, Database>,
  onBooked: (reference: bigint) => void = () => undefined,
): Promise<number> {
  let booked = 0
  for (const [number, owner] of cells)
    for (const sending of await readUndelivered(owner, number, atOnce)) {
      const target = cells.get(sending.toCell)
      if (target === undefined) throw new Error(`there is no cell ${sending.toCell} for ${sending.reference}`)
      if (await receive(target, sending)) booked += 1
      onBooked(sending.reference)
      await noteDelivered(owner, sending.reference)
    }
  return booked
}

/** Sends what was paid in for customers after they left a cell. Returns how many of them there were. */
export async function forwardLate(cells: ReadonlyMap<number, Database>): Promise<number> {
  let forwarded = 0
  for (const owner of cells.values())
    for (const moveId of await readLateMoves(owner)) if ((await sendBalances(owner, moveId)) !== null) forwarded += 1
  return forwarded
}
