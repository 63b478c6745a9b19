import type { PublishedCodeView } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { operatorRoutine, routine } from '../../platform/postgres/routine.ts'
import type { ProposalKind } from '../operator/index.ts'

type CodeRow = Pick<identity.PublishedCodeRow, 'code'> & {
  readonly withdrawn_ms: bigint | null
  readonly withdrawer: string | null
}

/** Proposed invitation codes of the house. Confirming publishes one in the place of the former. */
export const publishedCodes: ProposalKind<
  CodeRow,
  Pick<PublishedCodeView, 'code' | 'withdrawn'>,
  PublishedCodeView['state'],
  never
> = {
  relation: `(select c.*, c.code_id as proposal_id, w.withdrawn_ms, o.name as withdrawer
    from identity.published_code as c left join identity.withdrawn_code as w using (code_id)
      left join operator.directory as o on o.operator_id = w.withdrawn_by)`,
  states: ['proposed', 'confirmed', 'rejected'],
  decide: 'identity.decide_code($1, $2, $3, $4)',
  refusals: [],
  detailsOf: async (_pool, rows) =>
    rows.map(({ code, withdrawn_ms, withdrawer }) => {
      const atMs = numberOrNull(withdrawn_ms)
      return { code, withdrawn: atMs === null ? null : { operator: withdrawer ?? '', atMs } }
    }),
}

/** The code that the registration offers to everybody; null without one. */
export async function readPublishedCode(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ code: string }>('select code from identity.open_codes()')
  return rows[0]?.code ?? null
}

/** Proposes a code for the session's operator. */
export const proposeCode = operatorRoutine<{ readonly code: string; readonly note: string }, bigint>(
  'identity.propose_code',
  ({ code, note }) => [code, note],
)

/** Withdraws a published code at once. False where it is not published. */
export const withdrawCode = routine<[secret: string, id: bigint, note: string], boolean>('identity.withdraw_code')
