import { operatorCorrections } from '@candor/api/operator'
import type { CorrectionView } from '@candor/api/operator'
import { parseAmount } from '@candor/money'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { corrections, proposeCorrection } from './correction-store.ts'

export interface CorrectionDependencies {
  readonly pool: Database
  /** Called for each booked correction, with the customer whose balance it moved. */
  onBooked(customerId: bigint, id: string): Promise<void>
}

/** Corrections, which two operators agree on. No operation sets a balance. */
export function correctionOperatorRoutes({ pool, onBooked }: CorrectionDependencies): Route[] {
  const proposals = createProposals(pool, corrections, (correction): CorrectionView => correction)
  return [
    route(operatorCorrections.list, ({ customerId: ownerId, ...wanted }, call) =>
      proposals.handlers.list({ ...wanted, ownerId }, call),
    ),
    route(operatorCorrections.propose, async ({ customerId, asset, amount: text, reason, note }, { operator }) => {
      const amount = parseAmount(asset, text)
      if (amount === null || amount.units === 0n) return refuse('wrong-amount')
      const wanted = { customerId: BigInt(customerId), amount, reason, note }
      const id = await proposeCorrection(pool, operator.secret, wanted)
      return id === null ? refuse('not-found') : ok(await proposals.read(id))
    }),
    route(operatorCorrections.confirm, async ({ id }, { operator }) => {
      const booked = await proposals.confirm(operator.secret, id)
      if (booked.ok) await onBooked(BigInt(booked.value.customerId), id)
      return booked
    }),
    route(operatorCorrections.reject, proposals.handlers.reject),
  ]
}
