import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readKeyEncryptionKeys } from './key-encryption-key.ts'
import { LaunchError } from './launch-error.ts'

const key = 'a-key-of-more-than-thirty-two-characters'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-kek-'))
  await writeFile(join(folder, 'key'), `${key}\n`)
  await writeFile(join(folder, 'short'), 'short')
})
afterAll(() => rm(folder, { recursive: true }))

const read = (kek: string, formerKek = '') => readKeyEncryptionKeys({ kek, formerKek })

describe('the key that encrypts the other keys', () => {
  it('comes from the setting, from a file, or from what a command prints', async () => {
    expect(await read('')).toEqual({ present: null, former: null })
    expect(await read(key)).toEqual({ present: key, former: null })
    expect(await read(`file:${join(folder, 'key')}`, key)).toEqual({ present: key, former: key })
    expect(await read(`command:printf '%s\\n' ${key}`)).toMatchObject({ present: key })
  })

  it.each([
    ['a file that does not exist', () => `file:${join(folder, 'none')}`, /CANDOR_KEK names the file .* cannot be read/],
    ['a file with a short key', () => `file:${join(folder, 'short')}`, /at least 32 characters/],
    ['a command that fails', () => `command:echo ${key}; exit 3`, /The command of CANDOR_KEK failed/],
    ['a command that prints nothing', () => 'command:true', /at least 32 characters/],
  ])('is refused in one sentence from %s', async (_case, setting, sentence) => {
    const refused = await read(setting()).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(LaunchError)
    expect(String(refused)).toMatch(sentence)
    expect(String(refused).replace(setting(), '')).not.toContain(key)
  })
})
