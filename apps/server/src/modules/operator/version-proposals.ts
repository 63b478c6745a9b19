import type { Database } from '../../platform/transaction.ts'
import type { Proposal, ProposalKind } from './proposal-store.ts'

/** Details of a proposed version: the version in force, and the proposed values. */
export interface ProposedVersion<Version, Values> {
  readonly current: Version | null
  readonly wanted: Values
}

const states = ['proposed', 'confirmed', 'rejected'] as const
type VersionState = (typeof states)[number]

/** A version proposed by one operator and decided by another. */
export type VersionProposal<Version, Values> = Proposal<ProposedVersion<Version, Values>, VersionState>

/** Where proposed versions of a kind are stored, and how their rows are parsed. */
export interface VersionPlace<Row, Version, Values> {
  /** As SQL: their table, or a query of it. */
  readonly relation: string
  /** As version.decide names it. */
  readonly kind: 'terms' | 'swap-terms' | 'advert-terms' | 'interest'
  valuesOf(row: Row): Values
  /** Versions by their id: those that proposals follow. */
  readVersions(pool: Database, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Version>>
}

/** Proposals of versions that confirming brings into force. Refused as `terms-changed` after another version came. */
export function versionProposals<Row, Version, Values>({
  relation,
  kind,
  valuesOf,
  readVersions,
}: VersionPlace<Row, Version, Values>): ProposalKind<
  Row & { readonly follows: bigint | null },
  ProposedVersion<Version, Values>,
  VersionState,
  'terms-changed'
> {
  return {
    relation,
    states,
    decide: `version.decide('${kind}', $1, $2, $3, $4)`,
    refusals: ['terms-changed'],
    async detailsOf(pool, rows) {
      const versions = await readVersions(
        pool,
        rows.flatMap(({ follows }) => (follows === null ? [] : [follows])),
      )
      return rows.map((row) => ({
        current: row.follows === null ? null : (versions.get(row.follows) ?? null),
        wanted: valuesOf(row),
      }))
    },
  }
}
