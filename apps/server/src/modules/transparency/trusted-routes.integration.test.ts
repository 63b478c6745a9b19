import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import cors from '@fastify/cors'
import Fastify from 'fastify'
import { parseTrustedFile } from '@candor/proof/receipt'
import { expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { announceAcceptanceKey, readGuards } from './guard-store.ts'
import { createLogSigner } from './log-signer.ts'
import { openLogWorld } from './testing/log-world.ts'
import { keepTrustedCopy } from './trusted-file.ts'
import { addTrustedFile } from './trusted-routes.ts'

const world = closeAfterTests(await openLogWorld(await testDatabase()))

const vkeyOf = (byte: number, name: string) => createLogSigner(Buffer.alloc(32, byte).toString('base64url')).vkey(name)

test('the file of trusted keys is served to every origin and kept in the data folder, with the key that each shard had before', async () => {
  await world.store(0, 9)
  await world.seal(world.ticksLog())
  const [guard] = await readGuards(world.pool, 'ticks')
  // The log of events says with which key the shard was opened.
  await world.seal(world.eventsLog())
  const next = vkeyOf(8, 'log.test/ticks/2026h1')
  await world.owner.query(`update transparency.log set vkey = $1 where name = 'ticks'`, [next])
  const acceptance = vkeyOf(9, 'log.test/acceptance')
  await announceAcceptanceKey(world.owner, acceptance)
  let isAdmitted = true
  const server = Fastify()
  await server.register(cors, { origin: true, credentials: true })
  addTrustedFile(server, { pool: world.pool, admit: () => isAdmitted })
  const get = () =>
    server.inject({ method: 'GET', url: '/verify/trusted.json', headers: { origin: 'https://auditor.example' } })
  const response = await get()
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
  const trusted = parseTrustedFile(response.body)
  expect(trusted).toMatchObject({
    ticks: [guard?.vkey, next],
    acceptance: [acceptance],
    firstSlots: { 'log.test/ticks/2026h1': 0 },
  })
  expect(trusted.events).toHaveLength(1)
  const copy = keepTrustedCopy({
    pool: world.pool,
    data: world.folder,
    logger: createLogger({ level: 'silent', role: 'test' }),
  })
  await copy.stop()
  expect(await readFile(join(world.folder, 'trusted.json'), 'utf8')).toBe(response.body)
  isAdmitted = false
  expect((await get()).statusCode).toBe(429)
  await server.close()
})
