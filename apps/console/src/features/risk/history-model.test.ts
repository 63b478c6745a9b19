import type { HistoryDay } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { fileNameOf, historyCsv } from './history-csv.ts'
import { areaOf, isOutsideOdds, lineOf, outsideChance, scaleOf, shareOf, wonPercent } from './history-model.ts'

const day = (won: number, decided: number): HistoryDay => ({
  startMs: 0,
  won,
  decided,
  result: '0',
  total: '0',
  expected: '0',
  chanceFrom: null,
  chanceTo: null,
  breakEvenPpm: decided === 0 ? null : 546_000,
  chanceFromPpm: decided === 0 ? null : 400_000,
  chanceToPpm: decided === 0 ? null : 600_000,
})

describe('the share of wins', () => {
  it('is none without contracts', () => {
    expect(shareOf(day(0, 0))).toBeNull()
    expect(wonPercent([day(0, 0)])).toBeNull()
    expect(wonPercent([day(1, 3), day(0, 0), day(1, 1)])).toBe('50.0')
  })

  it('is outside of chance on either side, and not at the ends of the band', () => {
    expect(outsideChance([day(4, 10), day(6, 10), day(3, 10), day(7, 10), day(0, 0)])).toEqual({ days: 4, outside: 2 })
  })
})

describe('a line', () => {
  const box = { width: 100, height: 50 }

  it('runs from the lowest value at the bottom to the highest at the top, with gaps', () => {
    expect(lineOf(scaleOf([0, 10], box), [0, 10, null, 5])).toBe('M12.5 50L37.5 0M87.5 25')
  })

  it('of one value lies in the middle', () => {
    expect(lineOf(scaleOf([7, 7], box), [7])).toBe('M50 25')
  })
})

describe('the band of the result', () => {
  const banded = { ...day(4, 10), chanceFrom: '-5.5', chanceTo: '20' }

  it('leaves out totals on either side, not its ends, and nothing where it is not known', () => {
    const of = (total: string) => isOutsideOdds({ ...banded, total })
    expect(['-5.6', '-5.5', '0', '20', '20.01'].map(of)).toEqual([true, false, false, false, true])
    expect(isOutsideOdds({ ...day(4, 10), total: '900' })).toBe(false)
  })

  it('is drawn along its upper end and back along the lower one, as far as it is known', () => {
    const scale = scaleOf([0, 10], { width: 40, height: 10 })
    expect(areaOf(scale, [0, 5], [10, 10])).toBe('M10 0L30 0L30 5L10 10Z')
    expect(areaOf(scale, [0, null], [10, null])).toBe('M10 0L10 10Z')
    expect(areaOf(scale, [null], [null])).toBe('')
  })

  it('is saved with the days that are shown, to the unit, and empty where it is not known', () => {
    const days = [day(0, 0), { ...banded, startMs: 86_400_000, total: '12.345678' }]
    expect(historyCsv(days).split('\r\n')).toEqual([
      'day_utc,contracts_decided,contracts_won,won_ppm,break_even_ppm,chance_from_ppm,chance_to_ppm,result_usd,total_usd,expected_total_usd,chance_total_from_usd,chance_total_to_usd',
      '1970-01-01,0,0,,,,,0,0,0,,',
      '1970-01-02,10,4,400000,546000,400000,600000,0,12.345678,0,-5.5,20',
      '',
    ])
    expect(fileNameOf(days)).toBe('house-result-1970-01-01-to-1970-01-02.csv')
  })
})
