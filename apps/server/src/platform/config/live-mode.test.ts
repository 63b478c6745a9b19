import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './index.ts'
import { checkMode, liveModeGaps } from './live-mode.ts'

/** A data folder without a policy. */
const data = mkdtempSync(join(tmpdir(), 'candor-live-mode-'))
afterAll(() => rmSync(data, { recursive: true }))

/** What the server needs in live mode, but for a witness, each with what its sentence names. */
const needed = [
  ['CANDOR_OPERATOR_NAME', { CANDOR_OPERATOR_NAME: 'Candor Bank plc', CANDOR_OPERATOR_LICENCE: '123' }, 2],
  ['CANDOR_COUNTRIES', { CANDOR_COUNTRIES: 'at, DE' }, 1],
  ['CANDOR_FEED', { CANDOR_FEED: 'live' }, 1],
  ['CANDOR_SMTP_URL', { CANDOR_SMTP_URL: 'smtp://localhost:25' }, 1],
  ['CANDOR_ALLOWED_HOSTS', { CANDOR_ALLOWED_HOSTS: 'candor.example' }, 1],
  ['CANDOR_TLS', { CANDOR_TLS: 'on' }, 1],
  [
    'CANDOR_S3_BUCKET',
    { CANDOR_S3_BUCKET: 'https://s3.example/photos', CANDOR_S3_KEY_ID: 'id', CANDOR_S3_SECRET: 'secret' },
    1,
  ],
] as const
const always = { CANDOR_MODE: 'live', CANDOR_DATA: data }
const live = parseConfig(always)

describe('live mode', () => {
  it('names everything that is missing', () => {
    expect(liveModeGaps(live)).toHaveLength(9)
    for (const [setting] of needed) expect(liveModeGaps(live).join(' ')).toContain(setting)
  })

  it.each(needed)('names %s only while it is missing', (setting, values, sentences) => {
    const without = Object.assign({}, ...needed.filter(([name]) => name !== setting).map(([, each]) => each))
    const gaps = liveModeGaps(parseConfig({ ...always, ...without }))
    expect(gaps).toHaveLength(sentences + 1)
    expect(gaps.join(' ')).toContain(setting)
    const gapsWith = liveModeGaps(parseConfig({ ...always, ...without, ...values }))
    expect(gapsWith).toEqual([expect.stringContaining('CANDOR_WITNESSES')])
  })

  it('recommends passwords of 8 to 64 characters until they are set', () => {
    expect(() => checkMode(live)).toThrow('CANDOR_PASSWORD_LENGTH=8-64')
    const withLongPasswords = parseConfig({ CANDOR_MODE: 'live', CANDOR_PASSWORD_LENGTH: '8-64' })
    expect(() => checkMode(withLongPasswords)).toThrow(/^(?!.*CANDOR_PASSWORD_LENGTH)/s)
  })

  it('is refused, also for what else is missing, and a sandbox is not', () => {
    expect(() => checkMode(live)).toThrow(ConfigError)
    expect(() => checkMode(live, ['No key of the keys.'])).toThrow('No key of the keys.')
    expect(() => checkMode(parseConfig({}))).not.toThrow()
  })
})

describe('the witnesses of live mode', () => {
  const key = 'club.example/witness+1a3f9fb9+BFGpMivK00mzK5VoFXUNCStl8c+VfBxgkihYQD/OSwNG'
  const policyOf = (url: string) => `witness club ${key} ${url}\nquorum none\n`
  const namesGap = (witnesses: string, folder = data) =>
    liveModeGaps({ ...live, witnesses, data: folder }).some((gap) => gap.includes('CANDOR_WITNESSES'))

  it('are enough with one at an address elsewhere, in the setting or in a file', () => {
    expect(namesGap('')).toBe(true)
    expect(namesGap(policyOf('https://witness.club.example'))).toBe(false)
    const path = join(data, 'policy.txt')
    writeFileSync(path, policyOf('https://witness.club.example'))
    expect(namesGap(path)).toBe(false)
    const folder = mkdtempSync(join(data, 'folder-'))
    writeFileSync(join(folder, 'witnesses.txt'), policyOf('https://witness.club.example'))
    expect(namesGap('', folder)).toBe(false)
  })

  it.each([
    ['none', 'quorum none\n'],
    ['one on this machine only', policyOf('http://127.0.0.1:9000')],
    ['one by the name of this machine', policyOf('http://localhost:9000')],
    ['one that has no address, so is never asked', policyOf('')],
    ['one whose key is none', 'witness club key https://witness.club.example\nquorum none\n'],
    ['a policy at a path without a file', '/nowhere/policy.txt'],
  ])('are missing with %s', (_case, witnesses) => {
    expect(namesGap(witnesses)).toBe(true)
  })
})
