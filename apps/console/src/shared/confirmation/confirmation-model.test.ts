import { expect, test } from 'vitest'
import { readSigned } from './confirmation-model.ts'

const bytes = (value: unknown) => `Candor confirmation 1\n${JSON.stringify(value, null, 4)}`
const withdrawal = {
  act: 'withdrawal.approve',
  number: '12',
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

test('reads nothing else', () => {
  for (const other of ['', '{}', 'Candor confirmation 1\n', 'Candor confirmation 2\n{}', bytes({ act: 'x' })])
    expect(readSigned(other)).toBe(null)
})
