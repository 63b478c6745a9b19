import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSeal, createVault, folderStore, newObjectId } from './index.ts'

const masterKey = 'a master key of tests'
const meta = { kind: 'kyc-photo' }
const bytes = Buffer.from('the pixels of a document')
/** The cipher's error for bytes that were changed or belong elsewhere. */
const unable = /unable to authenticate/
let folder: string
const open = (key = masterKey) => createVault({ store: folderStore(folder), masterKey: key })
const filesBelow = async (name: string) => {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-vault-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a vault', () => {
  it('gives back what was put, also after it was opened again, and nothing readable lies in its files', async () => {
    const objectId = await open().put(bytes, meta)
    expect(await open().get(objectId, meta)).toEqual(bytes)
    for (const file of [...(await filesBelow('objects')), ...(await filesBelow('keys'))]) {
      expect((await readFile(file)).includes(bytes)).toBe(false)
      expect((await stat(file)).mode & 0o077).toBe(0)
    }
  })

  it('encrypts the same bytes differently each time', async () => {
    const vault = open()
    await vault.put(bytes, meta)
    await vault.put(bytes, meta)
    const [one, two] = await Promise.all((await filesBelow('objects')).map((file) => readFile(file)))
    expect(one).not.toEqual(two)
  })

  it('forgets what is destroyed even where a copy of the bytes is kept', async () => {
    const vault = open()
    const objectId = await vault.put(bytes, meta)
    const [file = ''] = await filesBelow('objects')
    const copy = await readFile(file)
    await vault.destroy(objectId)
    expect(await vault.get(objectId, meta)).toBeNull()
    expect(await filesBelow('keys')).toEqual([])
    await writeFile(file, copy)
    expect(await vault.get(objectId, meta)).toBeNull()
    await vault.destroy(objectId)
  })

  it('opens with its own master key only', async () => {
    const objectId = await open().put(bytes, meta)
    await expect(open('another master key').get(objectId, meta)).rejects.toThrow(unable)
  })

  it.each(['objects', 'keys'])('notices a change in its %s', async (part) => {
    const objectId = await open().put(bytes, meta)
    const [file = ''] = await filesBelow(part)
    const changed = await readFile(file)
    changed[20] = (changed[20] ?? 0) ^ 1
    await writeFile(file, changed)
    await expect(open().get(objectId, meta)).rejects.toThrow(unable)
  })

  it('returns an object neither as another kind nor under another id', async () => {
    const vault = open()
    const [one, two] = [await vault.put(bytes, meta), await vault.put(Buffer.from('other'), meta)]
    await expect(vault.get(one, { kind: 'recharge-voucher' })).rejects.toThrow(unable)
    for (const part of ['objects', 'keys']) {
      const files = await filesBelow(part)
      const from = files.find((file) => file.endsWith(one)) ?? ''
      await writeFile(files.find((file) => file.endsWith(two)) ?? '', await readFile(from))
    }
    await expect(vault.get(two, meta)).rejects.toThrow(unable)
  })

  it('keeps an object under an id that was known before', async () => {
    const objectId = newObjectId()
    expect(await open().put(bytes, meta, objectId)).toBe(objectId)
    expect(await open().get(objectId, meta)).toEqual(bytes)
  })

  it.each(['', '..', '../../etc/passwd', 'A'.repeat(48), 'a'.repeat(47)])('takes %j for no id', async (objectId) => {
    await expect(open().get(objectId, meta)).rejects.toThrow('no object id')
  })

  it('does not open without a master key', () => {
    expect(() => open('')).toThrow('master key')
  })
})

describe('a seal', () => {
  it('opens in its own place only', () => {
    const seal = createSeal(masterKey, 'kyc')
    const sealed = seal.close('Lena Musterfrau', 'submission 7')
    expect(sealed.includes('Lena')).toBe(false)
    expect(seal.open(sealed, 'submission 7')).toBe('Lena Musterfrau')
    expect(() => seal.open(sealed, 'submission 8')).toThrow(unable)
    expect(() => createSeal(masterKey, 'other').open(sealed, 'submission 7')).toThrow(unable)
    expect(() => seal.open(sealed.subarray(0, 10), 'submission 7')).toThrow('cut off')
  })
})
