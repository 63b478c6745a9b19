import { Logger as WorkerLogger, run, runOnce } from 'graphile-worker'
import type { LogLevel, TaskList } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from './logger.ts'
import { createPool } from './postgres/pool.ts'
import type { Database, Transaction } from './transaction.ts'

/** A task by its name. The payload is JSON from the database: parse it. A task that throws is retried later. */
export type JobTasks = Readonly<Record<string, (payload: unknown, job: { readonly id: string }) => Promise<void>>>

/** How hard a job is tried: graphile-worker waits e¹, e², e³ … seconds between attempts. */
export interface JobOptions {
  readonly maxAttempts: number
}

/** Enqueues a job in the transaction of `client`: it runs if and only if the transaction commits. */
export async function enqueueJob(
  client: Transaction,
  task: string,
  payload: object,
  options: JobOptions,
): Promise<void> {
  await client.query('select from graphile_worker.add_job(identifier => $1, payload => $2::json, max_attempts => $3)', [
    task,
    JSON.stringify(payload),
    options.maxAttempts,
  ])
}

/** Deletes the jobs of a task that failed for the last time, with their payloads. */
export async function forgetFailedJobs(pool: Database, task: string): Promise<void> {
  await pool.query(
    `delete from graphile_worker._private_jobs as j using graphile_worker._private_tasks as t
     where t.id = j.task_id and t.identifier = $1 and j.attempts >= j.max_attempts
       and (j.locked_at is null or j.locked_at < clock_timestamp() - interval '1 hour')`,
    [task],
  )
}

/** The worker of background jobs. */
export interface Jobs {
  /** Works until it is stopped; `stop` lets running jobs end. */
  start(tasks: JobTasks): Promise<{ stop(): Promise<void> }>
  /** Processes all due jobs, and returns. */
  runDue(tasks: JobTasks): Promise<void>
}

/** Makes the worker. It opens its own connections as the application role, because it reads int8 in its own way. */
export function createJobs(deps: { readonly appUrl: string; readonly logger: Logger }): Jobs {
  const common = { logger: loggerFor(deps.logger), noHandleSignals: true }
  // Our own pool instead of the worker's: that one stops handling errors of broken connections before it has closed
  // them, and such an error would end the process.
  const openPool = () => {
    const pool = createPool(deps.appUrl, 'jobs', { maxConnections: 3, queryTimeoutMs: 0, readsAsUsual: true })
    retryLostConnections(pool)
    return pool
  }
  return {
    async start(tasks) {
      const pgPool = openPool()
      const runner = await run({ ...common, pgPool, concurrency: 2, taskList: taskListOf(tasks), parsedCronItems: [] })
      return {
        stop: async () => {
          await runner.stop()
          await pgPool.end()
        },
      }
    },
    async runDue(tasks) {
      const pgPool = openPool()
      try {
        await runOnce({ ...common, pgPool, taskList: taskListOf(tasks) })
      } finally {
        await pgPool.end()
      }
    },
  }
}

/** SQLSTATE classes of a server that ends connections or is starting: an administrator's shutdown, a crash. */
const isOfConnection = /^(08|57P)/
const isSqlState = /^[0-9A-Z]{5}$/
/** The worker tries again what failed with this code. It would end the process for most other errors of connections. */
const retried = 'ETIMEDOUT'

/**
 * Gives errors of lost or refused connections the code with which the worker tries again. Otherwise it rejects a
 * promise that nobody handles where the database cannot be reached as a job ends.
 */
function retryLostConnections(pool: Pool): void {
  const connect: unknown = pool.connect.bind(pool)
  if (!isCall(connect)) return
  // With a callback it is called by the pool's own `query`.
  const retrying = (...args: unknown[]): unknown =>
    args.length > 0 ? connect(...args) : Promise.resolve(connect()).then(withRetriedQueries, rethrowAsRetried)
  Object.assign(pool, { connect: retrying })
}

function withRetriedQueries(client: unknown): unknown {
  return new Proxy(client as PoolClient, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (!isCall(value)) return value
      if (name !== 'query') return value.bind(target) as unknown
      return (...args: unknown[]) => Promise.resolve(value.apply(target, args)).catch(rethrowAsRetried)
    },
  })
}

function isCall(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function'
}

function rethrowAsRetried(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && (!isSqlState.test(code) || isOfConnection.test(code)))
    throw Object.assign(error, { code: retried })
  throw error
}

function taskListOf(tasks: JobTasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: { job: { id: string } }) => task(payload, { id: job.id }),
    ]),
  )
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<
  LogLevelName,
  string
>
type LogLevelName = `${LogLevel}`

/** The worker's messages name tasks and job numbers; payloads stay out of the log. */
function loggerFor(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => logger[levels[level]](message))
}
