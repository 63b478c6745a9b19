import { expect, test } from 'vitest'
import { StatementError } from './statement-file.ts'
import { differencesFromWallet } from './statement-wallet.ts'

const end = {
  account: '7',
  asset: 'USD',
  line: 3,
  availableUnits: 9_899_500_000n,
  heldUnits: 100_500_000n,
  hash: 'f'.repeat(64),
}
const balance = {
  asset: 'USD',
  available: '9899.5',
  heldInContracts: '80.5',
  heldInWithdrawals: '20',
  inEscrow: '5',
  inTerms: '7',
}
const assets = (items: readonly unknown[]) => ({ items, totalUsd: null, availableUsd: null, version: 1 })

test('a file that ends with what the wallet shows differs in nothing', () => {
  expect(differencesFromWallet([end], assets([balance]))).toEqual([])
})

test('each balance that differs is named', () => {
  expect(
    differencesFromWallet([end], assets([{ ...balance, available: '9899.500001', heldInContracts: '80.4' }])),
  ).toEqual([
    'The wallet shows other USD available than the file ends with.',
    'The wallet shows other USD held than the file ends with.',
  ])
  expect(differencesFromWallet([end], assets([]))).toEqual(['The wallet shows no USD.'])
})

test('something else than an answer of the wallet is refused', () => {
  expect(() => differencesFromWallet([end], { items: 'none' })).toThrow(StatementError)
})
