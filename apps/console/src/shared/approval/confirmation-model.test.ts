import { describe, expect, test } from 'vitest'
import { readSigned } from './confirmation-model.ts'

const bytes = (value: unknown) => `Candor confirmation 1\n${JSON.stringify(value, null, 4)}`
const withdrawal = {
  act: 'withdrawal.approve',
  number: '12',
  operator: 'ada',
  nonce: 'x',
  details: {
    fee: '1',
    asset: 'USDT',
    amount: '8000',
    arrives: '7999',
    account: '4471 0640',
    destination: { kind: 'wallet-address', chain: 'TRC20', addressStart: 'TQ7dK3vWmY', addressEnd: 'UaEo4Zx9K' },
    destinationDigest: 'ab',
  },
}

test('shows the amount and the destination that are signed', () => {
  expect(readSigned(bytes(withdrawal))).toEqual({
    act: 'withdrawal.approve',
    number: '12',
    operator: 'ada',
    headline: { kind: 'amount', amount: '8000', asset: 'USDT' },
    changes: [],
    first: null,
    details: [
      { name: 'amount', value: '8000 USDT' },
      { name: 'arrives', value: '7999 USDT' },
      { name: 'fee', value: '1 USDT' },
      { name: 'account', value: '4471 0640' },
      { name: 'destination', value: 'TRC20 TQ7dK3vWmY…UaEo4Zx9K' },
    ],
  })
  const destination = { kind: 'bank-card', bankName: 'Musterbank', holder: 'Lena Muster', numberEnd: '3000' }
  const signed = readSigned(bytes({ ...withdrawal, details: { destination } }))
  expect(signed?.details).toEqual([{ name: 'destination', value: 'Musterbank, Lena Muster, •••• 3000' }])
})

test('says what another operator did before, but not who', () => {
  const approved = readSigned(bytes({ ...withdrawal, details: { ...withdrawal.details, step: '2 of 2' } }))
  expect(approved?.first).toBe('approved')
  expect(approved?.details.at(-1)).toEqual({ name: 'step', value: '2 of 2' })
  const reported = readSigned(bytes({ ...withdrawal, act: 'withdrawal.fail', details: { step: '2 of 2' } }))
  expect(reported?.first).toBe('reported')
  const alone = readSigned(bytes({ ...withdrawal, details: { ...withdrawal.details, step: '1 of 2' } }))
  expect(alone?.first).toBeNull()
})

describe('proposed terms', () => {
  const from = { spreadBps: 5, minimum: '1', isWholeNumber: true, quoteMs: 10_000 }
  const terms = (details: object) =>
    readSigned(bytes({ act: 'swap-terms.confirm', number: '3', operator: 'eva', nonce: 'x', details }))

  test('show the values that change', () => {
    const signed = terms({ direction: 'USDT into USD', from, to: { ...from, spreadBps: 900 } })
    expect(signed).toMatchObject({
      headline: { kind: 'subject', name: 'USDT into USD', durationMs: null },
      changes: [{ name: 'spreadBps', from: 5, to: 900 }],
      first: 'proposed',
    })
  })

  test('show all values where there was no version', () => {
    expect(terms({ from: null, to: from })?.changes).toEqual([
      { name: 'spreadBps', from: null, to: 5 },
      { name: 'minimum', from: null, to: '1' },
      { name: 'isWholeNumber', from: null, to: true },
      { name: 'quoteMs', from: null, to: 10_000 },
    ])
  })

  test('with a value that the console cannot show are not signed', () => {
    expect(terms({ from, to: { ...from, somethingElse: 1 } })).toBe(null)
    expect(terms({ from, to: 'everything' })).toBe(null)
  })
})

test('reads nothing else', () => {
  for (const other of ['', '{}', 'Candor confirmation 1\n', 'Candor confirmation 2\n{}', bytes({ act: 'x' })])
    expect(readSigned(other)).toBe(null)
})
