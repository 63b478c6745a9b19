import { expect, it } from 'vitest'
import { inviteCode, testConfig, unlimited } from '../../test/test-server.ts'
import { createLogger } from '../platform/logger.ts'
import { openTestDatabase } from '../platform/postgres/test-database.ts'
import { seed } from './seed.ts'
import { startWholeServer } from './whole-server.ts'

it('counts log files apart from calls, so that an auditor leaves its network its calls', async () => {
  const database = await openTestDatabase()
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
  const limits = { ...unlimited, network: { max: 2, windowMs: 60_000 }, logFiles: { max: 3, windowMs: 60_000 } }
  const server = await startWholeServer(testConfig(database), createLogger({ level: 'silent', role: 'test' }), {
    callLimits: limits,
  })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const statusOf = async (path: string) =>
      (await fetch(`${origin}${path}`, { method: path.startsWith('/api/') ? 'POST' : 'GET' })).status
    const loaded: number[] = []
    for (let file = 0; file < 4; file += 1) loaded.push(await statusOf('/log/ticks/2026h1/checkpoint'))
    expect(loaded).toEqual([404, 404, 404, 429])
    const called: number[] = []
    for (let call = 0; call < 3; call += 1) called.push(await statusOf('/api/system/status'))
    expect(called).toEqual([200, 200, 429])
  } finally {
    await server.stop()
    await database.close()
  }
})
