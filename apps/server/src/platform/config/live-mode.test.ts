import { describe, expect, it } from 'vitest'
import { checkMode, ConfigError, liveModeGaps, parseConfig } from './index.ts'

const live = parseConfig({ CANDOR_MODE: 'live' })
const liveWithMail = parseConfig({ CANDOR_MODE: 'live', CANDOR_SMTP_URL: 'smtp://localhost:25' })

describe('live mode', () => {
  it('names everything that is missing, and mail only where it is', () => {
    expect(liveModeGaps(live)).toHaveLength(10)
    expect(liveModeGaps(live).join(' ')).toContain('SMTP')
    expect(liveModeGaps(live).join(' ')).toContain('CANDOR_ALLOWED_HOSTS')
    const named = liveModeGaps({ ...liveWithMail, allowedHosts: ['candor.example'] })
    expect(named).toHaveLength(8)
    expect(named.join(' ')).not.toMatch(/SMTP|host names/)
  })

  it('is refused, and a sandbox is not', () => {
    expect(() => checkMode(live)).toThrow(ConfigError)
    expect(() => checkMode(liveWithMail)).toThrow('licence number')
    expect(() => checkMode(parseConfig({}))).not.toThrow()
  })
})
