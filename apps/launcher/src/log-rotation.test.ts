import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rotateLog } from './log-rotation.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-logs-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('keeps the logs of the last five starts, the newest first', async () => {
  const file = join(folder, 'server.log')
  for (let start = 1; start <= 8; start += 1) {
    await rotateLog(file)
    await writeFile(file, `start ${start}`)
  }
  expect((await readdir(folder)).toSorted()).toEqual([
    'server.log',
    ...[1, 2, 3, 4, 5].map((index) => `server.log.${index}`),
  ])
  expect(await readFile(`${file}.1`, 'utf8')).toBe('start 7')
  expect(await readFile(`${file}.5`, 'utf8')).toBe('start 3')
})

test('leaves a missing and an empty log alone', async () => {
  const file = join(folder, 'server.log')
  await rotateLog(file)
  await writeFile(file, '')
  await rotateLog(file)
  expect(await readdir(folder)).toEqual(['server.log'])
})
