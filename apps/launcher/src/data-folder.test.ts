import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder, storeSecrets } from './data-folder.ts'
import { LaunchError } from './launch-error.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'candor-data-'))
})

afterEach(async () => {
  await chmod(parent, 0o755)
  await rm(parent, { recursive: true, force: true })
})

test('makes secrets once and keeps them', async () => {
  const first = await openDataFolder(join(parent, 'var'))
  const second = await openDataFolder(join(parent, 'var'))
  expect(second.secrets).toEqual(first.secrets)
  expect(first.secrets.inviteCode).toMatch(/^[A-Z2-9]{8}$/)
  expect((await stat(join(parent, 'var', 'secrets.json'))).mode & 0o077).toBe(0)
})

test('gives two data folders different secrets', async () => {
  const [one, two] = await Promise.all([openDataFolder(join(parent, 'one')), openDataFolder(join(parent, 'two'))])
  const ofTwo = new Set(Object.values(two.secrets))
  expect(Object.values(one.secrets).filter((secret) => ofTwo.has(secret))).toEqual([])
})

test('refuses damaged secrets in one sentence and leaves them alone', async () => {
  await openDataFolder(parent)
  await writeFile(join(parent, 'secrets.json'), '{"ownerPassword":')
  await expect(openDataFolder(parent)).rejects.toThrow(/secrets\.json is damaged/)
  expect(await readFile(join(parent, 'secrets.json'), 'utf8')).toBe('{"ownerPassword":')
})

test('gives a folder of an earlier version the keys that came later, once, and leaves the others', async () => {
  const { vaultKey, ...earlier } = (await openDataFolder(parent)).secrets
  await writeFile(join(parent, 'secrets.json'), JSON.stringify(earlier))
  const { secrets } = await openDataFolder(parent)
  expect(secrets).toMatchObject(earlier)
  expect(secrets.vaultKey).not.toBe(vaultKey)
  expect((await openDataFolder(parent)).secrets).toEqual(secrets)
  expect((await stat(join(parent, 'secrets.json'))).mode & 0o077).toBe(0)
})

test('refuses a database whose secrets are lost, rather than making new ones', async () => {
  await mkdir(join(parent, 'postgres'))
  await expect(openDataFolder(parent)).rejects.toThrow(/has a database but no secrets\.json/)
})

test('refuses a file in place of the folder', async () => {
  await writeFile(join(parent, 'file'), '')
  await expect(openDataFolder(join(parent, 'file'))).rejects.toThrow(LaunchError)
})

test.skipIf(process.platform !== 'linux')('refuses a place where no folder can be made, at once', async () => {
  await expect(openDataFolder('/proc/candor/var')).rejects.toThrow(/lies where no folder can be made/)
})

test.skipIf(process.getuid?.() === 0)('refuses a folder that it may not write', async () => {
  await chmod(parent, 0o555)
  await expect(openDataFolder(join(parent, 'var'))).rejects.toThrow(/This user may not write to the data folder/)
})

describe('a key that encrypts the secrets', () => {
  const one = { present: 'one-key-that-encrypts-the-other-keys', former: null }
  const two = { present: 'another-key-that-encrypts-the-others', former: null }
  const stored = () => readFile(join(parent, 'secrets.json'), 'utf8')

  test('leaves nothing of them readable, in a new folder and in one that had them in clear', async () => {
    const { secrets } = await openDataFolder(parent)
    expect(await stored()).toContain(secrets.serverKey)
    const sealed = await openDataFolder(parent, one)
    expect(sealed.secrets).toEqual(secrets)
    for (const secret of [secrets.serverKey, secrets.inviteCode, secrets.ownerPassword])
      expect(await stored()).not.toContain(secret)
    const own = join(parent, 'own')
    const made = await openDataFolder(own, one)
    expect(await readFile(join(own, 'secrets.json'), 'utf8')).not.toContain(made.secrets.serverKey)
    expect((await openDataFolder(own, one)).secrets).toEqual(made.secrets)
  })

  test('stays when secrets are replaced', async () => {
    const folder = await openDataFolder(parent, one)
    await storeSecrets(folder, { ...folder.secrets, serverKey: 'a-replaced-key-of-the-server' })
    expect(await stored()).not.toContain('a-replaced-key')
    expect((await openDataFolder(parent, one)).secrets.serverKey).toBe('a-replaced-key-of-the-server')
  })

  test('is asked for in one sentence where it is missing or another, and nothing is changed', async () => {
    await openDataFolder(parent, one)
    const before = await stored()
    await expect(openDataFolder(parent)).rejects.toThrow(/is encrypted; set CANDOR_KEK/)
    await expect(openDataFolder(parent, two)).rejects.toThrow(/CANDOR_KEK does not open/)
    expect(await stored()).toBe(before)
  })

  test('is replaced by another while the former one is named', async () => {
    const { secrets } = await openDataFolder(parent, one)
    expect((await openDataFolder(parent, { present: two.present, former: one.present })).secrets).toEqual(secrets)
    expect((await openDataFolder(parent, two)).secrets).toEqual(secrets)
    await expect(openDataFolder(parent, one)).rejects.toThrow(/CANDOR_KEK does not open/)
  })
})
