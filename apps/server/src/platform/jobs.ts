import { Logger as WorkerLogger, run, runOnce } from 'graphile-worker'
import type { LogLevel, TaskList } from 'graphile-worker'
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
  const openPool = () => createPool(deps.appUrl, 'jobs', { maxConnections: 3, queryTimeoutMs: 0, readsAsUsual: true })
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
