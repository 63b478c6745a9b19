import type pg from 'pg'
import { createClient } from '../platform/postgres/connection.ts'

const everyMs = 500

/** Ends sessions of the server's roles that keep others waiting. */
export interface SessionGuard {
  stop(): Promise<void>
}

export interface SessionGuardOptions {
  readonly ownerUrl: string
  /** Called with the process numbers of the sessions that were ended. */
  readonly onEnded: (pids: readonly number[]) => void
}

/**
 * Every half second, ends the sessions of the server's roles for whose locks the market has waited a second, or any
 * session ten. A role may lift its own time-outs, so a taken-over server could otherwise keep a transaction open that
 * holds the frames' lock, and choose which frames are published. A database that does not respond is tried again.
 */
export function startSessionGuard({ ownerUrl, onEnded }: SessionGuardOptions): SessionGuard {
  let client: pg.Client | null = null
  let isStopped = false
  const round = async () => {
    try {
      client ??= await connect(ownerUrl)
      const { rows: found } = await client.query<{ is_any: boolean }>(anyWaiting)
      if (found[0]?.is_any !== true) return
      const { rows } = await client.query<{ pid: number }>(endBlockers)
      if (rows.length > 0) onEnded(rows.map(({ pid }) => pid))
    } catch {
      // PostgreSQL is being restarted: the next round reconnects.
      await client?.end().catch(() => undefined)
      client = null
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(() => (isStopped ? undefined : round()))
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
      await client?.end().catch(() => undefined)
    },
  }
}

async function connect(ownerUrl: string): Promise<pg.Client> {
  const client = createClient(ownerUrl, {
    application_name: 'candor-session-guard',
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    keepAlive: true,
  })
  // A connection that breaks between rounds fails the next query, which replaces it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Hardly any round finds one, and looking for this alone takes a tenth of the time. */
const anyWaiting = { name: 'any-waiting', text: 'select exists (select from pg_locks where not granted) as is_any' }

/**
 * A blocker that waits itself is not the cause: the session at the end of the chain is. It is named, so that PostgreSQL
 * plans it once: planning takes four fifths of its time.
 */
const endBlockers = {
  name: 'end-blockers',
  text: `
  with recursive waiting as (
    select distinct on (a.pid) a.pid, l.waitstart < clock_timestamp() -
      case when a.usename = 'candor_market' then interval '1 second' else interval '10 seconds' end as is_late
    from pg_stat_activity as a join pg_locks as l on l.pid = a.pid
    where not l.granted and a.datname = current_database()
  ),
  chain as (
    select blocker from waiting, unnest(pg_blocking_pids(waiting.pid)) as blocker where is_late
    union
    select unnest(pg_blocking_pids(chain.blocker)) from chain
  )
  select pid, pg_terminate_backend(pid) from pg_stat_activity
  where usename in ('candor_app', 'candor_market', 'candor_watcher', 'candor_verifier', 'candor_log') and datname = current_database()
    and pid in (select blocker from chain) and pid not in (select pid from waiting)`,
}
