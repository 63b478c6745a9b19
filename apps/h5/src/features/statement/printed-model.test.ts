// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { printedAccounts } from './printed-model.ts'

const head = 'account,line,time,asset,kind,amount,available_after,held_after,reference,hash'
const file = (lines: readonly string[], end = `end,${lines.length},2026-12-01T00:00:00.000Z,,,,,,filtered,ff`) =>
  `${[head, ...lines, end].join('\r\n')}\r\n`
const placed = '7,12,2026-11-02T10:00:00.250Z,USD,contract-placed,-101,899,101,order:17,aa'
const won = '7,13,2026-11-02T10:01:00.000Z,USD,contract-won,185,1084,0,order:17,ab'
const none = () => '0'

describe('a printed month', () => {
  it('begins with the balance before its first movement and ends with that after its last one', () => {
    const [usd, usdt] = printedAccounts(file([placed, won]), (asset) => (asset === 'USDT' ? '250.5' : '1')) ?? []
    expect(usd).toMatchObject({ asset: 'USD', opening: '1000', closing: '1084' })
    expect(usd?.lines[0]).toEqual({
      line: '12',
      time: '2026-11-02 10:00:00',
      kind: 'contract-placed',
      amount: '-101',
      after: '899',
      reference: 'order:17',
      hash: 'aa',
    })
    expect(usdt).toEqual({ asset: 'USDT', opening: '250.5', lines: [], closing: '250.5' })
  })

  it.each([
    ['has no end', [head, placed].join('\r\n')],
    ['lacks a line', file([won], 'end,2,2026-12-01T00:00:00.000Z,,,,,,filtered,ff')],
    ['has a balance that does not follow', file([placed, won.replace('1084', '1085')])],
    ['has a kind that nobody knows', file([placed.replace('contract-placed', 'gift')])],
    ['is no statement', '{"code":0}'],
  ])('is not made of a file that %s', (_, csv) => {
    expect(printedAccounts(csv, none)).toBeNull()
  })
})
