import type { Database } from '../../platform/transaction.ts'
import { noteDelivered, readUndelivered, receive } from './clearing-store.ts'
import { readFrozenDepartures, readReportedFreezes, reportFreezes } from './freezes-store.ts'
import type { ReportedFreeze } from './freezes-store.ts'
import { isUnreachable, noteRecorded, readLateTransfers, recordLate } from './late-transfers-store.ts'
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
  const attempts = new Attempts()
  const failed = new Set<number>()
  let booked = 0
  for (const [number, owner] of cells)
    await attempts.make(async () => {
      for (const sending of await readUndelivered(owner, number, { to: to ?? null, limit: atOnce })) {
        if (failed.has(sending.toCell)) continue
        const error = await attempts.make(async () => {
          if (await receive(cellOf(cells, sending.toCell), sending)) booked += 1
          onBooked?.(sending.reference)
          await noteDelivered(owner, sending.reference)
        })
        if (error !== null) failed.add(sending.toCell)
      }
    })
  attempts.end()
  return booked
}

/**
 * Sends what was paid in for customers after they left a cell. Neither a customer nor a cell that fails keeps others
 * back: its error is thrown at the end. Returns how many of them there were.
 */
export async function forwardLate(cells: ReadonlyMap<number, Database>): Promise<number> {
  const attempts = new Attempts()
  let forwarded = 0
  for (const owner of cells.values())
    await attempts.make(async () => {
      for (const moveId of await readLateMoves(owner))
        await attempts.make(async () => {
          if ((await sendBalances(owner, moveId)) !== null) forwarded += 1
        })
    })
  attempts.end()
  return forwarded
}

/**
 * Records transfers that a cell has seen to the addresses of customers who have left it, in the cell where they are. It
 * may be repeated. Neither a transfer nor a cell that fails keeps others back: its error is thrown at the end. Returns
 * how many were recorded.
 */
export async function recordLateTransfers(cells: ReadonlyMap<number, Database>): Promise<number> {
  const attempts = new Attempts()
  const away = new Set<number>()
  let recorded = 0
  for (const owner of cells.values())
    await attempts.make(async () => {
      for (const late of await readLateTransfers(owner, atOnce)) {
        if (away.has(late.toCell)) continue
        const error = await attempts.make(async () => {
          const target = cellOf(cells, late.toCell)
          const outcome = await recordLate(target, late)
          // A cell that the customer has left as well keeps the transfer, and hands it on itself.
          if (outcome === 'later' || (outcome === 'moved' && target === owner)) return
          await noteRecorded(owner, late)
          if (outcome === 'recorded') recorded += 1
        })
        if (error !== null && isUnreachable(error)) away.add(late.toCell)
      }
    })
  attempts.end()
  return recorded
}

/**
 * Freezes the withdrawals of customers who have moved, for as long as they are frozen in a former cell. It may be
 * repeated. A cell that is away keeps what it has and what it has reported, and no other back: its error is thrown at
 * the end.
 */
export async function passOnFreezes(cells: ReadonlyMap<number, Database>): Promise<void> {
  const attempts = new Attempts()
  const reported = new Map<number, ReportedFreeze[]>()
  for (const [to, target] of cells)
    await attempts.make(async () => void reported.set(to, await readReportedFreezes(target)))
  for (const [from, source] of cells)
    await attempts.make(async () => {
      const departures = await readFrozenDepartures(source)
      for (const [to, freezes] of reported) {
        const frozen = departures.filter(({ toCell }) => toCell === to).map(({ customerId }) => customerId)
        const known = freezes.filter(({ fromCell }) => fromCell === from).map(({ customerId }) => customerId)
        if (frozen.length !== known.length || frozen.some((customerId) => !known.includes(customerId)))
          await attempts.make(() => reportFreezes(cellOf(cells, to), from, frozen))
      }
    })
  attempts.end()
}

/** The database of a cell by its number. Throws where there is none. */
export function cellOf(cells: ReadonlyMap<number, Database>, number: number): Database {
  const cell = cells.get(number)
  if (cell === undefined) throw new Error(`there is no cell ${number}`)
  return cell
}

/** Work in parts, of which one that fails keeps no other back. */
class Attempts {
  readonly #errors: Error[] = []

  /** Returns the error of a part that failed, or null. */
  async make(part: () => Promise<void>): Promise<Error | null> {
    try {
      await part()
      return null
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.#errors.push(error)
      return error
    }
  }

  /** Throws the first error. */
  end(): void {
    const [first] = this.#errors
    if (first !== undefined) throw first
  }
}
