import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'

/** PostgreSQL cannot start with less: it needs a file of its log, of 16 MiB, and some more. */
const leastFreeBytes = 64 * 2 ** 20
const pauseMs = 1_000

/** What a restart of PostgreSQL depends on. */
export interface PostgresKeeping {
  readonly isStopping: () => boolean
  /** Whether its disk has room for a start. */
  readonly hasRoom: () => Promise<boolean>
  readonly print: (line: string) => void
  readonly pauseMs?: number
}

/**
 * Restarts PostgreSQL when it dies: the server waits for it and continues. On a full disk it waits for room, however
 * long that takes, since no start mends that. Settles with a sentence when it does not start for another reason.
 */
export async function keepPostgres(
  postgres: Pick<EmbeddedPostgres, 'exited' | 'restart' | 'stop'>,
  keeping: PostgresKeeping,
): Promise<string> {
  for (;;) {
    await postgres.exited
    if (keeping.isStopping()) break
    const failure = await restart(postgres, keeping)
    if (failure !== null) return `PostgreSQL ended, and did not start again: ${failure}`
    if (!keeping.isStopping()) continue
    // The stop was requested during the restart: it only saw the previous instance.
    await postgres.stop()
    break
  }
  return new Promise(() => undefined)
}

/** Returns why it did not start; null where it did, or where a stop was requested meanwhile. */
async function restart(
  postgres: Pick<EmbeddedPostgres, 'restart'>,
  { isStopping, hasRoom, print, pauseMs: betweenMs = pauseMs }: PostgresKeeping,
): Promise<string | null> {
  let isWaiting = false
  for (;;) {
    const hadRoom = await hasRoom()
    try {
      await postgres.restart()
      return null
    } catch (error) {
      if (hadRoom && (await hasRoom())) return error instanceof Error ? error.message : String(error)
    }
    if (!isWaiting) print('The disk is full: PostgreSQL starts again once there is room.')
    isWaiting = true
    while (!(await hasRoom())) {
      await sleep(betweenMs)
      if (isStopping()) return null
    }
  }
}

/** Whether the disk of a folder has room for a start of PostgreSQL. */
export async function hasRoomFor(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= leastFreeBytes
  } catch {
    // A folder that is gone is not full: PostgreSQL says what is wrong.
    return true
  }
}
