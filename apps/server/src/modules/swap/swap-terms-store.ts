import type { Pool } from 'pg'
import type * as swap from '../../../database/rows/swap.ts'
import { operatorRoutine } from '../../platform/postgres/routine.ts'
import { amountOf, assetCode } from '../ledger/index.ts'
import { versionProposals } from '../operator/index.ts'
import type { DirectionTerms } from './swap.ts'

/** The terms of swaps in one direction, with the lifetime of their quotes. */
export interface SwapTermsValues extends DirectionTerms {
  readonly quoteMs: number
}

/** A version of swap terms. */
export interface SwapTermsRecord extends SwapTermsValues {
  readonly version: number
  readonly createdMs: number
}

type ValuesRow = Pick<swap.SwapTermsRow, 'from_asset' | 'minimum' | 'is_whole_number' | 'spread_bps' | 'quote_ms'>

type VersionRow = ValuesRow & Pick<swap.SwapTermsRow, 'version' | 'created_ms'>

function valuesOf(row: ValuesRow): SwapTermsValues {
  return {
    minimum: amountOf(row.from_asset, row.minimum),
    isWholeNumber: row.is_whole_number,
    spreadBps: row.spread_bps,
    quoteMs: Number(row.quote_ms),
  }
}

function recordOf(row: VersionRow): SwapTermsRecord {
  return { ...valuesOf(row), version: Number(row.version), createdMs: Number(row.created_ms) }
}

/** The current terms of swaps in each direction, USD first. */
export async function listSwapTerms(pool: Pool): Promise<SwapTermsRecord[]> {
  const { rows } = await pool.query<VersionRow>(
    'select distinct on (from_asset) * from swap.swap_terms order by from_asset, version desc',
  )
  return rows.map(recordOf)
}

/** Proposed terms of swaps. */
export const swapProposals = versionProposals<ValuesRow, SwapTermsRecord, SwapTermsValues>({
  relation: 'swap.swap_proposal',
  kind: 'swap-terms',
  valuesOf,
  async readVersions(pool, ids) {
    const { rows } = await pool.query<VersionRow>('select * from swap.swap_terms where version = any($1::bigint[])', [
      ids,
    ])
    return new Map(rows.map((row) => [row.version, recordOf(row)]))
  },
})

/** Proposes swap terms for the session's operator. Returns the id. Throws CO001 and CO002. */
export const proposeSwapTerms = operatorRoutine<SwapTermsValues & { readonly note: string }, bigint>(
  'swap.propose_swap_terms',
  (wanted) => [
    assetCode(wanted.minimum.asset),
    wanted.minimum.units,
    wanted.isWholeNumber,
    wanted.spreadBps,
    wanted.quoteMs,
    wanted.note,
  ],
)
