// @vitest-environment happy-dom
import type { WithdrawalView } from '@candor/api'
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { WithdrawalRow } from './withdrawal-records-page.tsx'

const withdrawal: WithdrawalView = {
  id: '12',
  asset: 'USDT',
  amount: '500',
  fee: '1',
  arrival: '499',
  destination: {
    kind: 'wallet-address',
    payoutMethodId: '1',
    chain: 'TRC20',
    addressStart: 'TQ7kPn4ZcW',
    addressEnd: 'eV8dLx93F',
  },
  state: 'completed',
  createdMs: Date.UTC(2026, 10, 20, 14, 12),
  endedMs: Date.UTC(2026, 10, 20, 15, 12),
  reason: null,
  isOverdue: false,
}

it('has its address on a line of its own, apart from its time', async () => {
  const { all } = await draw(<WithdrawalRow withdrawal={withdrawal} />)
  const lines = all('a > span > span').map((line) => line.textContent)
  expect(lines).toContain('TQ7k…x93F')
  expect(lines.filter((line) => line?.includes('TQ7k'))).toHaveLength(1)
})
