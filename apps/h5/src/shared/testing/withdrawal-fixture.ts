import type { WithdrawalView } from '@candor/api'
import { fixture } from './fixture.ts'

/** A withdrawal to a wallet that is completed, with the given fields. */
export const aWithdrawal = fixture<WithdrawalView>({
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
})
