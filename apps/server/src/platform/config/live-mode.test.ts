import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './index.ts'
import { checkMode, liveModeGaps } from './live-mode.ts'

/** A data folder without a policy. */
const data = mkdtempSync(join(tmpdir(), 'candor-live-mode-'))
afterAll(() => rmSync(data, { recursive: true }))

const live = parseConfig({ CANDOR_MODE: 'live', CANDOR_DATA: data })
const liveWithMail = parseConfig({ CANDOR_MODE: 'live', CANDOR_DATA: data, CANDOR_SMTP_URL: 'smtp://localhost:25' })

describe('live mode', () => {
  it('names everything that is missing, and what has a setting only while it does', () => {
    expect(liveModeGaps(live)).toHaveLength(12)
    expect(liveModeGaps(live).join(' ')).toContain('SMTP')
    expect(liveModeGaps(live).join(' ')).toMatch(/CANDOR_ALLOWED_HOSTS.*CANDOR_TLS.*CANDOR_CONSOLE_ORIGINS/)
    const consoleOrigins = ['https://console.candor.example']
    const named = liveModeGaps({ ...liveWithMail, allowedHosts: ['candor.example'], tls: 'on', consoleOrigins })
    expect(named).toHaveLength(8)
    expect(named.join(' ')).not.toMatch(/SMTP|host names|TLS|console/)
  })

  it('recommends passwords of 8 to 64 characters until they are set', () => {
    expect(() => checkMode(live)).toThrow('CANDOR_PASSWORD_LENGTH=8-64')
    const withLongPasswords = parseConfig({ CANDOR_MODE: 'live', CANDOR_PASSWORD_LENGTH: '8-64' })
    expect(() => checkMode(withLongPasswords)).toThrow(/^(?!.*CANDOR_PASSWORD_LENGTH)/s)
  })

  it('is refused, and a sandbox is not', () => {
    expect(() => checkMode(live)).toThrow(ConfigError)
    expect(() => checkMode(liveWithMail)).toThrow('licence number')
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
