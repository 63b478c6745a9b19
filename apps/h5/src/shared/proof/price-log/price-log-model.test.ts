import { describe, expect, it } from 'vitest'
import { logStanding } from './price-log-model.ts'
import type { LogHead } from './price-log-model.ts'

const head: LogHead = { size: 48_211_907, signedMs: 100_000, signature: 'passed' }
const at = (readMs: number, change: Partial<LogHead> = {}) => ({ head: { ...head, ...change }, readMs })

describe('the log of prices', () => {
  it('is live with a fresh head whose signature was verified here, and says its age as it passes', () => {
    expect(logStanding(at(102_000), false, 103_000)).toEqual({ state: 'live', size: 48_211_907, ageMs: 3_000 })
    expect(logStanding(at(110_000), false, 110_000)).toMatchObject({ state: 'live', ageMs: 10_000 })
  })

  it('was signed a second ago at least, whatever the clocks say', () => {
    expect(logStanding(at(100_000), false, 99_000)).toMatchObject({ state: 'live', ageMs: 1_000 })
  })

  it('is late where no head was signed for ten seconds before it was read', () => {
    expect(logStanding(at(110_001), false, 110_001)).toEqual({ state: 'late', signedMs: 100_000 })
  })

  it('is not late because this device reads late', () => {
    expect(logStanding(at(102_000), true, 121_000)).toMatchObject({ state: 'live', ageMs: 21_000 })
    expect(logStanding(at(102_000), true, 122_001)).toEqual({ state: 'unread' })
  })

  it('is never live by a signature that fails, or by a key that this device does not know', () => {
    expect(logStanding(at(102_000, { signature: 'failed' }), false, 102_000)).toEqual({ state: 'failed' })
    expect(logStanding(at(102_000, { signature: 'unknown-key' }), false, 102_000)).toEqual({ state: 'unknown-key' })
  })

  it('is being checked until it was read, unread where that failed, and empty before the first head', () => {
    expect(logStanding(undefined, false, 0)).toEqual({ state: 'checking' })
    expect(logStanding(undefined, true, 0)).toEqual({ state: 'unread' })
    expect(logStanding({ head: null, readMs: 0 }, false, 0)).toEqual({ state: 'empty' })
  })
})
