import { unitsPerCoin } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { availableUnits, bookText, freshBook, parseBook, withDecision, withOrder } from './practice-book.ts'
import type { PracticeBook } from './practice-book.ts'
import { closed, contract } from './testing/practice-contract.ts'

const coins = (count: number) => BigInt(count) * unitsPerCoin
const placed = (book: PracticeBook, id: string) => withOrder(book, contract(id)) ?? book

describe('practice money', () => {
  it('starts with 10,000 and holds stake and fee of open contracts', () => {
    expect(availableUnits(freshBook)).toBe(coins(10_000))
    expect(availableUnits(placed(placed(freshBook, 'one'), 'two'))).toBe(coins(10_000 - 202))
  })

  it('changes by the result of a contract, once', () => {
    const book = withDecision(placed(freshBook, 'one'), closed('one', '84'))
    expect(availableUnits(book)).toBe(coins(10_084))
    expect(availableUnits(withDecision(book, closed('one', '84')))).toBe(coins(10_084))
    expect(availableUnits(withDecision(book, closed('one', '-101')))).toBe(coins(10_084))
  })

  it('takes a contract once', () => {
    const book = placed(freshBook, 'one')
    expect(withOrder(book, contract('one'))).toBe(book)
  })

  it('does not go below zero', () => {
    expect(withOrder(freshBook, contract('one', { stake: '9900', fee: '99' }))).not.toBeNull()
    expect(withOrder(freshBook, contract('one', { stake: '9901', fee: '99.01' }))).toBeNull()
  })

  it('keeps the results of contracts that are too old to be kept', () => {
    let book = freshBook
    for (let index = 0; index < 60; index += 1)
      book = withDecision(placed(book, String(index)), closed(String(index), '84'))
    expect(book.orders).toHaveLength(50)
    expect(book.orders[0]?.id).toBe('59')
    expect(availableUnits(book)).toBe(coins(10_000 + 60 * 84))
  })
})

describe('a stored book', () => {
  it('is read as it was written', () => {
    const book = withDecision(placed(placed(freshBook, 'one'), 'two'), closed('one', '-101'))
    expect(parseBook(bookText(book))).toEqual(book)
  })

  const sound: unknown = JSON.parse(bookText(placed(freshBook, 'one')))
  const changed = (changes: object) => JSON.stringify(Object.assign({}, sound, changes))
  it.each([
    ['no JSON', '{"version":'],
    ['nothing', ''],
    ['another version', changed({ version: 2 })],
    ['an earlier result that is no amount', changed({ earlier: '1e3' })],
    ['a contract without its slots', changed({ orders: [{ id: 'one' }] })],
    ['a stake that is no amount', changed({ orders: [contract('one', { stake: 'all' })] })],
    ['a closed contract without a result', changed({ orders: [contract('one', { state: 'closed' })] })],
    ['a contract in another currency', changed({ orders: [contract('one', { asset: 'USDT' })] })],
    ['more spent than there was', changed({ earlier: '-20000' })],
  ])('with %s is a fresh one', (_, text) => {
    expect(parseBook(text)).toEqual(freshBook)
  })
})
