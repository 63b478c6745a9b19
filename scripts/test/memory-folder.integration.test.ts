import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { openMemoryFolder } from './memory-folder.ts'

test('opens a folder that every user may write to, and removes it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'candor-memory-'))
  const folder = await openMemoryFolder(parent, 1)
  expect((await stat(folder?.path ?? '')).mode & 0o7777).toBe(0o1777)
  await folder?.remove()
  await expect(stat(folder?.path ?? '')).rejects.toThrow('ENOENT')
  await rm(parent, { recursive: true })
})

test('removes the folders of runs that have ended without it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'candor-memory-'))
  await mkdir(join(parent, 'candor-tests-4194305-left'))
  await mkdir(join(parent, `candor-tests-${process.pid}-own`))
  await mkdir(join(parent, 'of-others'))
  const folder = await openMemoryFolder(parent)
  await folder?.remove()
  expect(await readdir(parent)).toEqual([`candor-tests-${process.pid}-own`, 'of-others'])
  await rm(parent, { recursive: true })
})

test('opens none where there is no such file system, or it has little room', async () => {
  expect(await openMemoryFolder('/there/is/none')).toBeNull()
  expect(await openMemoryFolder(tmpdir(), 2 ** 60)).toBeNull()
})
