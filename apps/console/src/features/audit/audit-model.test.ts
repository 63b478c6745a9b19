import { describe, expect, it } from 'vitest'
import type { AuditView } from '@candor/api/operator'
import { actOf } from './audit-acts.ts'
import { auditLines, detailFacts, filterForm, isFilterWrong, noFilter, shortHash, subjectOf } from './audit-model.ts'

describe('the filter of the audit', () => {
  it('sends what is whole, and leaves out what is empty', () => {
    expect(filterForm(noFilter)).toEqual({})
    expect(filterForm({ ...noFilter, operatorId: '7', action: 'kyc.decided', kind: 'kyc', number: ' 45 ' })).toEqual({
      operatorId: '7',
      action: 'kyc.decided',
      subject: 'kyc:45',
    })
  })

  it('includes both days, from midnight to midnight UTC', () => {
    expect(filterForm({ ...noFilter, fromDay: '2026-03-01', toDay: '2026-03-01' })).toEqual({
      fromMs: Date.UTC(2026, 2, 1),
      toMs: Date.UTC(2026, 2, 2),
    })
    expect(filterForm({ ...noFilter, fromDay: '2026-03', toDay: '2026-13-01' })).toEqual({})
  })

  it('waits for the rest of what is being typed, and says so', () => {
    const typing = { ...noFilter, kind: 'kyc' as const }
    expect(filterForm(typing)).toEqual({})
    expect(isFilterWrong(typing)).toBe(true)
    expect(isFilterWrong({ ...typing, number: '4' })).toBe(false)
    expect(isFilterWrong({ ...typing, number: 'x4' })).toBe(true)
    expect(isFilterWrong({ ...noFilter, number: '4' })).toBe(true)
    expect(isFilterWrong(noFilter)).toBe(false)
  })
})

describe('a row of the audit', () => {
  it('leads to what it is about', () => {
    expect(subjectOf('kyc:45')).toEqual({ kind: 'kyc', number: '45', screen: 'reviews', id: '45' })
    expect(subjectOf('withdrawal:1')).toMatchObject({ screen: 'withdrawals', id: '1' })
    expect(subjectOf('swap-terms:3')).toMatchObject({ screen: 'risk', id: 'swaps', number: '3' })
    expect(subjectOf('operator:7')).toEqual({ kind: 'operator', number: '7', screen: 'team' })
    expect(subjectOf('setting:0')).toBeNull()
    expect(subjectOf('')).toBeNull()
  })

  it('has words for its act, where the console knows it', () => {
    expect(actOf('withdrawal.approved')).toBe('withdrawal.approved')
    expect(actOf('something.new')).toBeNull()
  })

  it('tells its details by name', () => {
    expect(detailFacts('{"customerId": 7, "reason": null, "texts": {"en": "x"}}')).toEqual([
      { name: 'customer id', value: '7' },
      { name: 'texts', value: '{"en":"x"}' },
    ])
    expect(detailFacts('{}')).toEqual([])
    expect(detailFacts('not JSON')).toEqual([{ name: 'details', value: 'not JSON' }])
  })

  it('shows the ends of its hash', () => {
    expect(shortHash(`aaca3b8e${'0'.repeat(48)}a0074e4c`)).toBe('aaca 3b8e … a007 4e4c')
  })

  it('is saved whole', () => {
    const row: AuditView = {
      seq: '9',
      atMs: Date.UTC(2026, 2, 1),
      operatorId: '7',
      actor: 'ada',
      action: 'kyc.decided',
      subject: 'kyc:5',
      reason: 'clear, sharp',
      details: '{"outcome": "verified"}',
      source: 'database',
      prevHash: 'aa',
      hash: 'bb',
    }
    expect(auditLines([row]).split('\r\n')[1]).toBe(
      '9,2026-03-01T00:00:00.000Z,ada,kyc.decided,kyc:5,"clear, sharp","{""outcome"": ""verified""}",database,bb',
    )
  })
})
