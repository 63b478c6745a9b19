import type { Pool } from 'pg'
import type * as floor from '../../../database/rows/floor.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { operatorRoutine } from '../../platform/postgres/routine.ts'
import { versionProposals } from '../operator/index.ts'

/** The terms that adverts keep to. */
export interface AdvertTermsValues {
  /** How far from the official price one operator may publish, in hundredths of a percent. */
  readonly bandBps: number
}

/** A version of the terms of adverts. */
export interface AdvertTermsRecord extends AdvertTermsValues {
  readonly version: number
  readonly createdMs: number
}

function recordOf(row: floor.AdvertTermsRow): AdvertTermsRecord {
  return { bandBps: row.band_bps, version: Number(row.version), createdMs: Number(row.created_ms) }
}

/** The newest terms of adverts. */
export async function readAdvertTerms(pool: Pool): Promise<AdvertTermsRecord> {
  const { rows } = await pool.query<floor.AdvertTermsRow>(
    'select * from floor.advert_terms order by version desc limit 1',
  )
  return recordOf(onlyRow(rows, 'floor.advert_terms'))
}

/** Proposed terms of adverts. */
export const advertTermsProposals = versionProposals<
  Pick<floor.AdvertTermsProposalRow, 'band_bps'>,
  AdvertTermsRecord,
  AdvertTermsValues
>({
  relation: 'floor.advert_terms_proposal',
  kind: 'advert-terms',
  valuesOf: (row) => ({ bandBps: row.band_bps }),
  async readVersions(pool, ids) {
    const { rows } = await pool.query<floor.AdvertTermsRow>(
      'select * from floor.advert_terms where version = any($1::bigint[])',
      [ids],
    )
    return new Map(rows.map((row) => [row.version, recordOf(row)]))
  },
})

/** Proposes terms of adverts for the session's operator. Returns the id. Throws CO001 and CO002. */
export const proposeAdvertTerms = operatorRoutine<AdvertTermsValues & { readonly note: string }, bigint>(
  'floor.propose_advert_terms',
  ({ bandBps, note }) => [bandBps, note],
)
