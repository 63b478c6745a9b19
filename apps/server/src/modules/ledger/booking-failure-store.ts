import pg from 'pg'
import { traced } from '../../platform/tracing.ts'

/** SQLSTATE of a stripe that the checker has halted, and of a cell that lacks the newest terms. */
const haltedStates: readonly unknown[] = ['CL001', 'CD003']
/** SQLSTATE of a statement that took too long: rolled back, and no part of the batch is to blame. */
const canceledState = '57014'
/**
 * SQLSTATE classes under which the session or the server ends, so that a commit may have preceded them: connection,
 * administrator, system, configuration, internal. Severity is no guide: PostgreSQL reports it in its own language.
 */
const lostClasses = /^(08|57P|58|F0|XX)/
/** Classes unrelated to the rows of a batch: deadlocks, resources, locks, cancelled statements. */
const passingClasses = /^(25|40|53|55|57)/

/** The ledger refuses to write: the checker found a mismatch, or the cell lacks the newest terms. */
export class LedgerHaltedError extends Error {
  override readonly name = 'LedgerHaltedError'
}

/** PostgreSQL rolled the whole batch back: nothing was booked. */
export class BatchRolledBackError extends Error {
  override readonly name = 'BatchRolledBackError'
  /** Whether the failure may pass without a change of the batch. */
  readonly isPassing: boolean

  constructor(message: string, options: { cause?: unknown; isPassing?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.isPassing = options.isPassing ?? false
  }
}

/** The connection was lost before PostgreSQL responded: the batch may or may not be committed. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}

/** Runs one statement that books and returns its rows. Throws what bookingFailure makes of its error. */
export async function queryBooking<Row extends object>(
  pool: pg.Pool,
  query: { readonly name?: string; readonly text: string; readonly values: unknown[] },
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(query)).rows
  } catch (error) {
    throw bookingFailure(error)
  }
}

const inPostgres = { attributes: { 'db.system.name': 'postgresql' } }

/**
 * Runs one statement that books a batch, as a span of its name, and returns its rows. Throws OutcomeUnknownError when
 * the response was lost, LedgerHaltedError when the stripe is halted, and BatchRolledBackError when PostgreSQL refused
 * the batch.
 */
export async function queryBatch<Row extends pg.QueryResultRow | unknown[]>(
  pool: pg.Pool,
  query: { name: string; text: string; values: unknown[]; rowMode?: 'array' },
): Promise<Row[]> {
  const client = await pool.connect()
  // A broken connection also emits 'error'; we handle the query's rejection, so ignore the event.
  client.on('error', ignore)
  try {
    const { rows } = await traced(query.name, () => client.query<Row>(query), inPostgres)
    client.off('error', ignore).release()
    return rows
  } catch (error) {
    const failure = bookingFailure(error)
    // A discarded connection may emit errors until it has closed: it keeps its listener.
    const isLost = failure instanceof OutcomeUnknownError
    if (!isLost) client.off('error', ignore)
    client.release(isLost)
    throw failure
  }
}

function ignore(): void {}

/**
 * Runs one statement of the caller's transaction that books, and returns its rows. Throws LedgerHaltedError where the
 * books are halted.
 */
export async function queryInTransaction<Row extends object>(
  client: pg.Pool | pg.PoolClient,
  query: { readonly text: string; readonly values: unknown[] },
): Promise<Row[]> {
  try {
    return (await client.query<Row>(query)).rows
  } catch (error) {
    const isHalted = error instanceof pg.DatabaseError && haltedStates.includes(error.code)
    throw isHalted ? new LedgerHaltedError(error.message, { cause: error }) : error
  }
}

/**
 * The meaning of an error of a booking statement for its batch. The error of a cancelled statement is returned as it
 * is.
 */
export function bookingFailure(error: unknown): unknown {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (!(error instanceof pg.DatabaseError) || code === '' || lostClasses.test(code))
    return new OutcomeUnknownError('the connection was lost before the ledger answered', { cause: error })
  if (code === canceledState) return error
  if (haltedStates.includes(code)) return new LedgerHaltedError(error.message, { cause: error })
  return new BatchRolledBackError(error.message, { cause: error, isPassing: passingClasses.test(code) })
}
