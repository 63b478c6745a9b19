import { describe, expect, it } from 'vitest'
import { checkMode, ConfigError, liveModeGaps, parseConfig } from './index.ts'

const live = parseConfig({ CANDOR_MODE: 'live' })
const liveWithMail = parseConfig({ CANDOR_MODE: 'live', CANDOR_SMTP_URL: 'smtp://localhost:25' })

describe('live mode', () => {
  it('names everything that is missing, and what has a setting only while it does', () => {
    expect(liveModeGaps(live)).toHaveLength(11)
    expect(liveModeGaps(live).join(' ')).toContain('SMTP')
    expect(liveModeGaps(live).join(' ')).toMatch(/CANDOR_ALLOWED_HOSTS.*CANDOR_TLS/)
    const named = liveModeGaps({ ...liveWithMail, allowedHosts: ['candor.example'], tls: 'on' })
    expect(named).toHaveLength(8)
    expect(named.join(' ')).not.toMatch(/SMTP|host names|TLS/)
  })

  it('is refused, and a sandbox is not', () => {
    expect(() => checkMode(live)).toThrow(ConfigError)
    expect(() => checkMode(liveWithMail)).toThrow('licence number')
    expect(() => checkMode(parseConfig({}))).not.toThrow()
  })
})
