/**
 * A process that seals both logs, for `log`: its arguments are the addresses of the owner and of the role of the log,
 * and the folder. A round is done on request, and its processor time sent to the parent.
 */
import process from 'node:process'
import type { Pool } from 'pg'
import { LogWorld } from '../apps/server/src/modules/transparency/testing/log-world.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { sealRequest } from './log-messages.ts'
import { processorMs } from './processor-time.ts'

const [, , ownerUrl, logUrl, folder] = process.argv
if (ownerUrl === undefined || logUrl === undefined || folder === undefined) throw new Error('name databases and folder')

const pool = createPool(logUrl, 'bench-log', { maxConnections: 1 })
const logs = new LogWorld(createPool(ownerUrl, 'bench-owner', { maxConnections: 1 }), pool, folder)
const sealers = [logs.ticksLog(), logs.eventsLog()]

async function round(advanceMs: number): Promise<{ cpuMs: number }> {
  logs.clock.advance(advanceMs)
  // An idle connection is closed: the one that seals is known just before.
  const backend = await backendPid(pool)
  const used = await usedMs(backend)
  for (const sealer of sealers) await sealer.round()
  const cpuMs = (await usedMs(backend)) - used
  const stopped = sealers.find(({ stoppedBy }) => stoppedBy !== null)
  if (stopped !== undefined) throw new Error(String(stopped.stoppedBy))
  return { cpuMs }
}

async function backendPid(sealing: Pool): Promise<number> {
  const { rows } = await sealing.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  if (pid === undefined) throw new Error('PostgreSQL names no process of a connection')
  return pid
}

/** The processor time of this process and of a process of PostgreSQL, in milliseconds. Linux only. */
async function usedMs(pid: number): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + (await processorMs(pid))
}

process.on('message', (message) => {
  void round(sealRequest.parse(message).advanceMs).then((sealed) => process.send?.(sealed))
})
process.on('disconnect', () => process.exit(0))
