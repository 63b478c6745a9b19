import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** More than any system gives. */
const noPid = 2 ** 30

let folder: string
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-lock-'))
  lock = join(folder, 'below', 'lock')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('work on the same lock runs one after the other', async () => {
  let running = 0
  const work = () =>
    oneAtATime(lock, async () => {
      running += 1
      const seen = running
      await sleep(5)
      running -= 1
      return seen
    })
  expect(await Promise.all([work(), work(), work()])).toEqual([1, 1, 1])
  expect(existsSync(lock)).toBe(false)
})

test('work that fails gives the lock back', async () => {
  await expect(oneAtATime(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await oneAtATime(lock, () => Promise.resolve('done'))).toBe('done')
})

test('a lock that a killed process left is taken over', async () => {
  await oneAtATime(lock, () => Promise.resolve())
  await writeFile(lock, String(noPid))
  expect(await oneAtATime(lock, () => Promise.resolve('done'))).toBe('done')
})
