import type { Pool } from 'pg'
import { routine } from '../../platform/postgres/routine.ts'
import { queryBooking } from './booking-failure-store.ts'

/**
 * A function that books up to `limit` of what is due on a stripe in one batch, without those `skipped`. Its statement
 * takes these three. It throws like queryBooking.
 */
export function bookDue<Row extends object, Booked>(text: string, bookedOf: (row: Row) => Booked) {
  return async (pool: Pool, stripe: number, limit: number, skipped: readonly bigint[] = []): Promise<Booked[]> =>
    (await queryBooking<Row>(pool, { text, values: [stripe, limit, skipped] })).map(bookedOf)
}

/** A function that reads the first of what a routine finds due on a stripe, or null when nothing is. */
export function firstDue(name: string) {
  const due = routine<[stripe: number, limit: number, skipped: readonly bigint[]], readonly bigint[]>(name)
  return async (pool: Pool, stripe: number, skipped: readonly bigint[]): Promise<bigint | null> =>
    (await due(pool, stripe, 1, skipped))[0] ?? null
}
