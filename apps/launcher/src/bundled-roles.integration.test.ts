import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from './bundled-roles.ts'
import { digestOfSources } from './source-digest.ts'
import { openRoleSources, writeBelow } from './testing/role-sources.ts'

const readableStacks = join(import.meta.dirname, '../../server/src/roles/readable-stacks.mjs')
let root = ''

const write = (path: string, text: string) => writeBelow(root, path, text)

beforeAll(async () => {
  root = await openRoleSources(
    (role) =>
      `import { place } from '../place.ts'\nconst role: string = '${role}'\nif (process.argv[2] === 'fail') throw new Error(role)\nconsole.log(role, place)\n`,
  )
  await write('apps/server/src/place.ts', 'export const place: string = import.meta.dirname\n')
})

afterAll(() => rm(root, { recursive: true, force: true }))

const run = promisify(execFile)

test('a bundled role finds the files beside its sources, and its errors name them', async () => {
  const program = await programOf(root, 'market')
  const { stdout } = await run(process.execPath, [program])
  expect(stdout).toBe(`market ${join(root, 'apps/server/src')}\n`)
  const failure: unknown = await run(process.execPath, ['--import', readableStacks, program, 'fail']).catch(
    (error: unknown) => error,
  )
  expect(String(failure)).toContain(`    at ${join(root, 'apps/server/src/roles/run-market.ts')}:3:`)
})

test('the digest of sources changes with a source or the packages, and not with a test', async () => {
  const digest = () => digestOfSources(root, ['apps/server/src'])
  const first = digest()
  await write('apps/server/src/place.test.ts', 'x')
  expect(digest()).toBe(first)
  await write('apps/server/src/place.ts', 'export const place = 1\n')
  const second = digest()
  expect(second).not.toBe(first)
  await write('package-lock.json', '{"a":1}')
  expect(digest()).not.toBe(second)
})
