import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '..')
const packageFile = z.object({ scripts: z.record(z.string(), z.string()) })
const read = (path: string) => readFile(join(root, path), 'utf8')

test('every command of package.json is run with its help', async () => {
  const { scripts } = z.parse(packageFile, JSON.parse(await read('package.json')))
  const names = Object.values(scripts).flatMap((script) => /^node scripts\/(\S+)\.mjs$/.exec(script)?.[1] ?? [])
  expect(names.length).toBeGreaterThanOrEqual(10)
  // npm start has the settings of the server for its help.
  const texts = names.filter((name) => name !== 'start').map(async (name) => [name, await read(`scripts/${name}.ts`)])
  const without = (await Promise.all(texts)).filter(
    ([, text = '']) => !/^await run(?:(?:Named)?Data)?Command\(/m.test(text),
  )
  expect(without).toEqual([])
})

test.each([
  ['bench', ['--help'], /^npm run bench -- \[NAME \.\.\.\] \[OPTION \.\.\.\]\n[^]*--smoke/],
  ['check', ['-h'], /^npm run check -- \[NAME \.\.\.\]\n/],
])('npm run %s prints its help', async (name, words, expected) => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, `scripts/${name}.mjs`), ...words])
  expect(stdout).toMatch(expected)
})

test('npm run check refuses a check that does not exist', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts/check.mjs'), 'nonsense'])
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no check “nonsense”') })
})
