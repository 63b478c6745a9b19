import { describe, expect, it } from 'vitest'
import { checkMode, ConfigError, liveModeGaps, parseConfig } from './index.ts'

const live = parseConfig({ CANDOR_MODE: 'live' })
const liveWithMail = parseConfig({ CANDOR_MODE: 'live', CANDOR_SMTP_URL: 'smtp://localhost:25' })

describe('live mode', () => {
  it('names everything that is missing, and mail only where it is', () => {
    expect(liveModeGaps(live)).toHaveLength(9)
    expect(liveModeGaps(live).join(' ')).toContain('SMTP')
    expect(liveModeGaps(liveWithMail)).toHaveLength(8)
    expect(liveModeGaps(liveWithMail).join(' ')).not.toContain('SMTP')
  })

  it('is refused, and a sandbox is not', () => {
    expect(() => checkMode(live)).toThrow(ConfigError)
    expect(() => checkMode(liveWithMail)).toThrow('licence number')
    expect(() => checkMode(parseConfig({}))).not.toThrow()
  })
})
