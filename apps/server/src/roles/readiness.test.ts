import { expect, test } from 'vitest'
import { readinessOf } from './readiness.ts'

const sound = {
  isDraining: false,
  isReachable: true,
  latest: { publishedMs: 100_000 },
  isLedgerHalted: false,
  isClockRight: true,
  nowMs: 100_400,
}

test('is ready with a frame of now, and not with an old one, one of the future, or none', () => {
  expect(readinessOf(sound)).toEqual({ isReady: true, reasons: [] })
  expect(readinessOf({ ...sound, nowMs: 99_600 }).isReady).toBe(true)
  const unready = (change: Partial<typeof sound> | { latest: null }) => {
    const { isReady, reasons } = readinessOf({ ...sound, ...change })
    expect(isReady).toBe(false)
    return reasons.join()
  }
  expect(unready({ nowMs: 106_000 })).toContain('old')
  expect(unready({ nowMs: 94_000 })).toContain('set back')
  expect(unready({ latest: null })).toContain('no frame')
})

test('is not ready with another time than the database, and says nothing about the age of frames then', () => {
  expect(readinessOf({ ...sound, isClockRight: false, nowMs: 3_700_000 })).toEqual({
    isReady: false,
    reasons: ['the clock of this machine is not that of the database'],
  })
})

test('is not ready without its database or while it drains, and says every reason at once', () => {
  expect(readinessOf({ ...sound, isReachable: false, nowMs: 106_000 })).toEqual({
    isReady: false,
    reasons: ['the database is unreachable', 'the market is silent: the newest frame is old'],
  })
  expect(readinessOf({ ...sound, isDraining: true })).toEqual({
    isReady: false,
    reasons: ['the process is draining'],
  })
})

test('stays ready with a halted ledger, and says so', () => {
  expect(readinessOf({ ...sound, isLedgerHalted: true })).toEqual({
    isReady: true,
    reasons: ['the ledger is halted: nothing is booked'],
  })
})
