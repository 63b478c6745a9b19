import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createJobs, enqueueJob } from './jobs.ts'
import { createPool, withTransaction } from './postgres/pool.ts'
import { openTestDatabase } from './postgres/test-database.ts'

const database = await openTestDatabase()
const pool = createPool(database.appUrl, 'test')
const target = new URL(database.appUrl)
const sockets = new Set<Socket>()
let way: Server

beforeEach(async () => {
  way = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => undefined).on('close', () => sockets.delete(end))
    }
    socket.pipe(onward).pipe(socket)
  })
  await open()
})

afterEach(async () => {
  if (way.listening) await cut()
})

afterAll(async () => {
  await pool.end()
  await database.close()
})

let port = 0

async function open(): Promise<void> {
  await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve))
  const address = way.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
}

/** The database cannot be reached any more: connections break, and new ones are refused. */
async function cut(): Promise<void> {
  const closed = new Promise((resolve) => way.close(resolve))
  for (const socket of sockets) socket.destroy()
  await closed
}

async function jobsLeft(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from graphile_worker._private_jobs')
  return rows[0]?.n ?? -1
}

const outcomes: [string, () => void, number][] = [
  ['succeeds', () => undefined, 0],
  [
    'fails',
    () => {
      throw new Error('no')
    },
    1,
  ],
]

it.each(outcomes)('records that a job %s once the database can be reached again', async (_, end, left) => {
  const appUrl = Object.assign(new URL(database.appUrl), { port: String(port), hostname: '127.0.0.1' }).href
  const tries: string[] = []
  const jobs = createJobs({ appUrl, logger: pino({ level: 'silent' }) })
  const { stop } = await jobs.start({
    async work() {
      tries.push('work')
      await cut()
      setTimeout(() => void open(), 500)
      end()
    },
  })
  await withTransaction(pool, (client) => enqueueJob(client, 'work', {}, { maxAttempts: 1 }))
  await expect.poll(() => tries.length).toBe(1)
  const locked = 'select count(*)::int as n from graphile_worker._private_jobs where locked_at is not null'
  await expect.poll(async () => (await pool.query<{ n: number }>(locked)).rows[0]?.n).toBe(0)
  expect(await jobsLeft()).toBe(left)
  await stop()
  await pool.query('delete from graphile_worker._private_jobs')
  expect(tries).toEqual(['work'])
})
