import type { DeskFundingView } from '@candor/api/operator'
import { amount, formatAmount } from '@candor/money'
import type { Units } from '@candor/money'
import type { Pool } from 'pg'
import type * as floor from '../../../database/rows/floor.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import type { ProposalKind } from '../operator/index.ts'

type FundingRow = Pick<floor.MerchantFundingRow, 'funding_id' | 'merchant_id' | 'amount' | 'reference'>

type Funding = Pick<DeskFundingView, 'subject' | 'deskId' | 'amount' | 'reference'>

/** Proposed payments for merchants. Confirming books them at once. */
export const fundings: ProposalKind<FundingRow, Funding, DeskFundingView['state'], never> = {
  relation: '(select f.*, f.funding_id as proposal_id from floor.merchant_funding as f)',
  ownerColumn: 'merchant_id',
  states: ['proposed', 'booked', 'rejected'],
  decide: 'floor.decide_merchant_funding($1, $2, $3, $4)',
  refusals: [],
  detailsOf: async (_pool, rows) =>
    rows.map((row) => ({
      subject: `desk-funding:${row.funding_id}`,
      deskId: String(row.merchant_id),
      amount: formatAmount(amount('USD', row.amount)),
      reference: row.reference,
    })),
}

/** A payment proposed for a merchant. */
export interface WantedFunding {
  readonly requestId: string
  readonly deskId: bigint
  readonly units: Units<'USD'>
  readonly reference: string
  readonly note: string
}

/**
 * Proposes a payment for the session's operator. Outcomes: `proposed` and `repeated`, which name the funding, or a
 * refusal. Throws CO001 and CO002.
 */
export async function proposeFunding(
  pool: Pool,
  secret: string,
  { requestId, deskId, units, reference, note }: WantedFunding,
): Promise<{ outcome: string; fundingId: bigint | null }> {
  const { rows } = await pool.query<Known<floor.ProposeMerchantFundingResult, 'outcome'>>(
    'select outcome, funding_id from floor.propose_merchant_funding($1, $2, $3, $4, $5, $6)',
    [secret, requestId, deskId, units, reference, note],
  )
  return { outcome: rows[0]?.outcome ?? '', fundingId: rows[0]?.funding_id ?? null }
}
