import type { CorrectionView } from '@candor/api/operator'
import { formatAmount } from '@candor/money'
import type { Amount } from '@candor/money'
import type { Pool } from 'pg'
import type * as correction from '../../../database/rows/correction.ts'
import type * as identity from '../../../database/rows/identity.ts'
import { amountOf, assetCode, assetOf } from '../ledger/index.ts'
import type { ProposalKind } from '../operator/index.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'

type CorrectionRow = Pick<correction.CorrectionRow, 'customer_id' | 'asset' | 'amount' | 'reason'> &
  Pick<identity.CustomerRow, 'public_id'>

type Correction = Pick<CorrectionView, 'customerId' | 'publicId' | 'asset' | 'amount' | 'reason'>

/** Proposed corrections. Confirming books them at once. */
export const corrections: ProposalKind<
  CorrectionRow,
  Correction,
  CorrectionView['state'],
  'insufficient-balance' | 'house-limit'
> = {
  relation: `(select k.*, k.correction_id as proposal_id, c.public_id
    from correction.correction as k join identity.customer as c using (customer_id))`,
  ownerColumn: 'customer_id',
  states: ['proposed', 'booked', 'rejected'],
  decide: 'correction.decide_correction($1, $2, $3, $4)',
  refusals: ['insufficient-balance', 'house-limit'],
  detailsOf: async (_pool, rows) =>
    rows.map((row) => ({
      customerId: String(row.customer_id),
      publicId: row.public_id,
      asset: assetOf(row.asset),
      amount: formatAmount(amountOf(row.asset, row.amount)),
      reason: row.reason,
    })),
}

/** A proposed correction. */
export interface WantedCorrection {
  readonly customerId: bigint
  /** Positive: to the customer. */
  readonly amount: Amount
  readonly reason: CorrectionView['reason']
  readonly note: string
}

/** Proposes a correction for the session's operator. Null for an unknown customer. */
export async function proposeCorrection(pool: Pool, secret: string, wanted: WantedCorrection): Promise<bigint | null> {
  return callRoutine<bigint | null>(
    pool,
    'correction.propose_correction',
    secret,
    wanted.customerId,
    assetCode(wanted.amount.asset),
    wanted.amount.units,
    wanted.reason,
    wanted.note,
  )
}
