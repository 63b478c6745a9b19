import type { ExplanationView, IncidentRecord } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import { knownName } from '../../platform/known-name.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import { operatorRoutine } from '../../platform/postgres/routine.ts'
import type { ProposalKind } from '../operator/index.ts'

type IncidentFacts = Pick<conduct.IncidentRow, 'incident_id' | 'kind' | 'subject' | 'started_ms'>
type ExplanationRow = IncidentFacts & Pick<conduct.ExplanationRow, 'version'>
type Explanation = Pick<ExplanationView, 'incidentId' | 'kind' | 'subject' | 'startedMs' | 'version'>

/** Proposed explanations of incidents. Confirming publishes one as the next version. */
export const explanations: ProposalKind<ExplanationRow, Explanation, ExplanationView['state'], never> = {
  relation: `(select e.*, e.explanation_id as proposal_id, i.kind, i.subject, i.started_ms
    from conduct.explanation as e join conduct.incident as i using (incident_id))`,
  ownerColumn: 'incident_id',
  states: ['proposed', 'confirmed', 'rejected'],
  decide: 'conduct.decide_explanation($1, $2, $3, $4)',
  refusals: [],
  detailsOf: async (_pool, rows) => rows.map((row) => ({ ...factsOf(row), version: row.version })),
}

function factsOf(row: IncidentFacts): Pick<ExplanationView, 'incidentId' | 'kind' | 'subject' | 'startedMs'> {
  return {
    incidentId: String(row.incident_id),
    kind: knownName(kinds, row.kind, 'kind of incident'),
    subject: row.subject === '' ? null : row.subject,
    startedMs: Number(row.started_ms),
  }
}

const kinds = ['no-prices', 'stale', 'log-late'] as const

/** Proposes the text of an explanation for the session's operator. Null for an unknown incident. */
export const proposeExplanation = operatorRoutine<
  { readonly incidentId: bigint; readonly note: string },
  bigint | null
>('conduct.propose_explanation', ({ incidentId, note }) => [incidentId, note])

/** The incidents that the server noticed, with their newest explanations: those below an id, newest first. */
export async function listIncidents(
  pool: Pool,
  beforeId: bigint | null,
  limit: number,
): Promise<readonly IncidentRecord[]> {
  const { rows } = await pool.query<
    IncidentFacts & Pick<conduct.IncidentRow, 'ended_ms'> & Joined<Pick<conduct.ExplanationRow, 'note'>>
  >(
    `select i.*, newest.note from conduct.incident as i
     left join lateral (
       select note from conduct.explanation as e where e.incident_id = i.incident_id and state = 'confirmed'
       order by version desc limit 1) as newest on true
     where $1::bigint is null or i.incident_id < $1 order by i.incident_id desc limit $2`,
    [beforeId, limit],
  )
  return rows.map((row) => {
    const { incidentId: id, ...facts } = factsOf(row)
    return { id, ...facts, endedMs: numberOrNull(row.ended_ms), explanation: row.note }
  })
}
