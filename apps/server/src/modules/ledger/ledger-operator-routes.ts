import {
  operatorCorrectionConfirm,
  operatorCorrectionPropose,
  operatorCorrectionReject,
  operatorCorrections,
  operatorExposure,
} from '@candor/api/operator'
import { parseUnits } from '@candor/money'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import {
  confirmCorrection,
  listCorrections,
  proposeCorrection,
  readCorrection,
  rejectCorrection,
} from './correction-store.ts'
import { readExposure } from './exposure-store.ts'

export interface LedgerOperatorDependencies {
  readonly pool: Database
  /** Called for each booked correction, with the customer whose balance it moved. */
  onBooked(customerId: bigint, id: string): Promise<void>
}

/** The operators' view of the books, and corrections, which two operators agree on. No operation sets a balance. */
export function ledgerOperatorRoutes({ pool, onBooked }: LedgerOperatorDependencies): Route[] {
  return [
    route(operatorExposure, async () => ok(await readExposure(pool))),
    route(operatorCorrections, async ({ state = null, ...wanted }) => {
      const customerId = wanted.customerId === undefined ? null : BigInt(wanted.customerId)
      const page = await pageById(wanted, {
        read: (beforeId, limit) => listCorrections(pool, { state, customerId, beforeId, limit }),
        idOf: ({ id }) => id,
        viewOf: (correction) => correction,
      })
      return ok(page)
    }),
    route(operatorCorrectionPropose, async ({ customerId, asset, amount, reason, note }, { operator }) => {
      const amountUnits = parseUnits(amount)
      if (amountUnits === null || amountUnits === 0n) return refuse('wrong-amount')
      const wanted = { customerId: BigInt(customerId), asset, amountUnits, reason, note }
      const id = await proposeCorrection(pool, operator.secret, wanted)
      return id === null ? refuse('not-found') : ok(await readCorrection(pool, id))
    }),
    route(operatorCorrectionConfirm, async ({ id }, { operator }) => {
      const outcome = await confirmCorrection(pool, operator.secret, BigInt(id))
      if (outcome !== 'decided') return refuse(outcome)
      const booked = await readCorrection(pool, BigInt(id))
      await onBooked(BigInt(booked.customerId), id)
      return ok(booked)
    }),
    route(operatorCorrectionReject, async ({ id, note }, { operator }) => {
      const outcome = await rejectCorrection(pool, operator.secret, BigInt(id), note)
      return outcome === 'decided' ? ok(await readCorrection(pool, BigInt(id))) : refuse(outcome)
    }),
  ]
}
