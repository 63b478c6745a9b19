import { describe, expect, it } from 'vitest'
import { checkMode, ConfigError, liveModeGaps, parseConfig } from './index.ts'

const live = parseConfig({ CANDOR_MODE: 'live' })
const liveWithMail = parseConfig({ CANDOR_MODE: 'live', CANDOR_SMTP_URL: 'smtp://localhost:25' })

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
