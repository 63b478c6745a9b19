import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './bootstrap.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-bootstrap-'))
  await mkdir(join(folder, 'node_modules'))
  await writeLock('package-lock.json', {
    '': {},
    'apps/server': { version: '0.1.0' },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  })
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const writeLock = (name: string, packages: Record<string, unknown>) =>
  writeFile(join(folder, name), JSON.stringify({ packages }))

test('installs when nothing is installed', () => {
  expect(isInstalled(folder)).toBe(false)
})

test('installs nothing when every package has its locked version, those of other platforms aside', async () => {
  await writeLock('node_modules/.package-lock.json', { 'node_modules/pg': { version: '8.0.0' } })
  expect(isInstalled(folder)).toBe(true)
})

test('installs when a package has another version, or is missing', async () => {
  await writeLock('node_modules/.package-lock.json', { 'node_modules/pg': { version: '7.9.9' } })
  expect(isInstalled(folder)).toBe(false)
  await writeLock('node_modules/.package-lock.json', {})
  expect(isInstalled(folder)).toBe(false)
})
