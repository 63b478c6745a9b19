import { advertRefusals } from '@candor/api/operator'
import type { AdvertProposalView } from '@candor/api/operator'
import { formatUnits, units } from '@candor/money'
import type { Pool } from 'pg'
import type * as floor from '../../../database/rows/floor.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import type { ProposalKind } from '../operator/index.ts'
import { advertValues } from './merchant-store.ts'
import type { WantedAdvert } from './merchant-store.ts'

type ProposalRow = Pick<
  floor.AdvertProposalRow,
  | 'proposal_id'
  | 'merchant_id'
  | 'unit_price'
  | 'official_price'
  | 'total'
  | 'minimum'
  | 'maximum'
  | 'is_auto'
  | 'advert_id'
>

type Details = Pick<
  AdvertProposalView,
  'subject' | 'deskId' | 'unitPrice' | 'officialPrice' | 'total' | 'minimum' | 'maximum' | 'isAuto' | 'advertId'
>

/** Proposed adverts. Confirming publishes them at once. */
export const advertProposals: ProposalKind<
  ProposalRow,
  Details,
  AdvertProposalView['state'],
  (typeof advertRefusals)[number]
> = {
  relation: 'floor.advert_proposal',
  ownerColumn: 'merchant_id',
  states: ['proposed', 'published', 'rejected'],
  decide: 'floor.decide_advert($1, $2, $3, $4)',
  refusals: advertRefusals,
  detailsOf: async (_pool, rows) =>
    rows.map((row) => ({
      subject: `advert-proposal:${row.proposal_id}`,
      deskId: String(row.merchant_id),
      unitPrice: formatUnits(units('USD', row.unit_price)),
      officialPrice: formatUnits(units('USD', row.official_price)),
      total: formatUnits(units('USDT', row.total)),
      minimum: formatUnits(units('USDT', row.minimum)),
      maximum: formatUnits(units('USDT', row.maximum)),
      isAuto: row.is_auto,
      advertId: row.advert_id === null ? null : String(row.advert_id),
    })),
}

/**
 * Proposes an advert for the session's operator. Outcomes: `proposed` and `repeated`, which name the proposal, or a
 * refusal. Throws CO001 and CO002.
 */
export async function proposeAdvert(
  pool: Pool,
  secret: string,
  wanted: WantedAdvert & { readonly note: string },
): Promise<{ outcome: string; proposalId: bigint | null }> {
  const { rows } = await pool.query<Known<floor.ProposeAdvertResult, 'outcome'>>(
    'select outcome, proposal_id from floor.propose_advert($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [...advertValues(secret, wanted), wanted.note],
  )
  return { outcome: rows[0]?.outcome ?? '', proposalId: rows[0]?.proposal_id ?? null }
}
