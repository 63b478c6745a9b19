import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { LedgerHaltedError, OutcomeUnknownError } from './booking-failure-store.ts'

/**
 * Why a booking has no result: the connection broke before the response, or the books are halted and nothing was
 * booked.
 */
export type BookingRefusal = 'outcome-unknown' | 'books-halted'

/** The booking in the log: its kind, its customer and the request. */
export interface Booking {
  readonly kind: string
  readonly customerId: bigint
  readonly requestId: string
}

/** Runs work that books, and refuses where its outcome is unknown or the books are halted. Other errors are thrown. */
export async function booked<T>(
  logger: Logger,
  { kind, customerId, requestId }: Booking,
  work: () => Promise<T>,
): Promise<Result<T, BookingRefusal>> {
  try {
    return ok(await work())
  } catch (error) {
    const refusal = bookingRefusal(error)
    if (refusal === null) throw error
    const reason = refusal === 'books-halted' ? 'booking refused: the books are halted' : 'booking outcome unknown'
    logger.warn({ err: error, kind, customerId: String(customerId), requestId }, reason)
    return refuse(refusal)
  }
}

function bookingRefusal(error: unknown): BookingRefusal | null {
  if (error instanceof OutcomeUnknownError) return 'outcome-unknown'
  return error instanceof LedgerHaltedError ? 'books-halted' : null
}
