import { once } from 'node:events'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'
import { startRoles } from './roles.ts'
import type { RunningRoles } from './roles.ts'
import { openRoleSources } from './testing/role-sources.ts'
import type { PlayedRole } from './testing/role-sources.ts'

const sources = 'apps/server/src/roles'
/** What customers are served by. */
const served = createServer((_, response) => response.end())
let root = ''

/** A process of a role that notes when it starts and when it is ready, after a moment. One that is to fail says why. */
const program = (role: PlayedRole) => `
import { appendFileSync, readFileSync } from 'node:fs'
const note = (text) => appendFileSync(process.env.NOTES, '${role} ' + text + '\\n')
note('starts')
const starts = readFileSync(process.env.NOTES, 'utf8').split('${role} starts').length - 1
if (process.env.FAILS === '${role}' && starts <= Number(process.env.FAILURES)) {
  console.error('The ${role} has no database.')
  process.exit(1)
}
const ready = () => {
  note('is ready')
  process.send({ kind: 'ready', ports: null })
}
if (process.env.HANGS !== '${role}') setTimeout(ready, 100)
setInterval(() => {}, 1_000)
process.on('SIGTERM', () => process.exit(0))
`

const notes = async () => (await readFile(join(root, 'notes'), 'utf8')).trimEnd().split('\n')

function start(
  roles: readonly ProcessRole[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningRoles> {
  return startRoles({
    root,
    roles,
    environmentOf: () => ({ ...process.env, NOTES: join(root, 'notes'), ...environment }),
    logs: root,
    readyUrl: `http://127.0.0.1:${(served.address() as AddressInfo).port}`,
    bridge: { natsUrl: '', natsCredentials: '', print: () => undefined },
  })
}

beforeAll(async () => {
  await once(served.listen(0, '127.0.0.1'), 'listening')
  root = await openRoleSources(program)
  for (const name of ['follow-parent.mjs', 'readable-stacks.mjs'])
    await copyFile(join(dirname(import.meta.dirname), '../server/src/roles', name), join(root, sources, name))
})

beforeEach(() => writeFile(join(root, 'notes'), ''))

afterAll(async () => {
  served.close()
  await rm(root, { recursive: true, force: true })
})

test('the log and the verifier start once customers can be served', async () => {
  const roles = await start(['server', 'market', 'verifier', 'log'])
  try {
    expect((await notes()).toSorted()).toEqual(['market is ready', 'market starts', 'server is ready', 'server starts'])
    await expect.poll(notes).toHaveLength(8)
  } finally {
    await roles.stop()
  }
})

test('a role that customers wait for and that does not start is thrown, and ends those beside it', async () => {
  await expect(start(['server', 'market', 'log'], { FAILS: 'market', FAILURES: '1' })).rejects.toThrow(
    'The market has no database.',
  )
  expect((await notes()).filter((note) => note.startsWith('log'))).toEqual([])
})

test('a later role is tried again: PostgreSQL may be on its way back', async () => {
  const roles = await start(['server', 'verifier', 'log'], { FAILS: 'log', FAILURES: '4' })
  try {
    await expect.poll(notes).toContain('log is ready')
    expect((await notes()).filter((note) => note.startsWith('verifier'))).toHaveLength(2)
  } finally {
    await roles.stop()
  }
})

test('a later role that has not started five times is a failure in its own words', async () => {
  const roles = await start(['server', 'log'], { FAILS: 'log', FAILURES: '5' })
  try {
    expect(await roles.failed).toBe('The log has no database.')
  } finally {
    await roles.stop()
  }
})

test('a later role that is starting is ended by a stop, which is no failure', async () => {
  const roles = await start(['server', 'log'], { HANGS: 'log' })
  await expect.poll(notes).toContain('log starts')
  await roles.stop()
  const failure = await Promise.race([roles.failed, Promise.resolve('none')])
  expect(failure).toBe('none')
})
