import { operatorRole } from '@candor/api/operator'
import type { TeamMember } from '@candor/api/operator'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type * as operator from '../../../database/rows/operator.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { operatorRoutine } from '../../platform/postgres/routine.ts'
import { deviceViewOf } from '../identity/index.ts'

type TeamRow = Known<
  Pick<
    operator.TeamResult,
    'last_seen_ms' | 'sessions' | 'operator_id' | 'name' | 'is_sandbox' | 'is_disabled' | 'created_ms'
  >,
  'operator_id' | 'name' | 'is_sandbox' | 'is_disabled' | 'created_ms'
> & { readonly roles: unknown }

const storedRoles = z.array(operatorRole)
const storedSessions = z.array(
  z.object({ device: z.string(), network: z.string(), createdMs: z.int(), lastUsedMs: z.int() }),
)

/** Disables a colleague. False when no enabled account has this name. Throws CO001 to CO003. */
export const disableColleague = operatorRoutine<{ readonly name: string; readonly reason: string }, boolean>(
  'operator.disable_colleague',
  ({ name, reason }) => [name, reason],
)

/** Every operator's account, by name. Throws CO001 and CO002 like every function that verifies a session. */
export async function readTeam(pool: Pool, secret: string): Promise<TeamMember[]> {
  const { rows } = await pool.query<TeamRow>('select * from operator.team($1)', [secret])
  return rows.map((row) => ({
    operatorId: String(row.operator_id),
    name: row.name,
    roles: storedRoles.parse(row.roles),
    isSandboxReviewer: row.is_sandbox,
    isDisabled: row.is_disabled,
    secondFactor: 'authenticator',
    createdMs: Number(row.created_ms),
    lastSeenMs: numberOrNull(row.last_seen_ms),
    sessions: storedSessions
      .parse(row.sessions)
      .map((session) => ({ ...session, device: deviceViewOf(session.device) })),
  }))
}
