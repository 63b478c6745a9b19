import * as z from 'zod/mini'
import { noData, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { deviceView } from '../session.ts'
import { freeText, noteText } from './operator-fields.ts'
import { operatorRole } from './operator-role.ts'

/** An operator's account, as colleagues see it. */
export const teamMember = z.object({
  operatorId: z.string(),
  name: z.string(),
  roles: z.array(operatorRole),
  isSandboxReviewer: z.boolean(),
  isDisabled: z.boolean(),
  /** The second factor besides the password: the same for every operator. */
  secondFactor: z.literal('authenticator'),
  createdMs: timeMs,
  /** Null before the first sign-in. */
  lastSeenMs: z.nullable(timeMs),
  /** The open ones, the newest first. */
  sessions: z.array(z.object({ device: deviceView, network: z.string(), createdMs: timeMs, lastUsedMs: timeMs })),
})
export type TeamMember = z.output<typeof teamMember>

export const operatorTeam = operatorOperation('operator/team', ['auditor', 'lead', 'security'], {
  summary:
    'Every operator with roles, second factor, and where they are signed in. Accounts are made and enabled on the server only (`npm run operator`).',
  output: z.object({ items: z.array(teamMember) }),
})

export const operatorTeamDisable = operatorOperation('operator/team_disable', ['lead', 'security'], {
  summary:
    'Disables a colleague by name, at once: all sessions end and the next sign-in is refused. Only the server enables the account again. Nobody disables their own.',
  input: z.object({ name: freeText({ min: 1, max: 60 }), reason: noteText }),
  output: noData,
  refusals: ['not-found', 'same-operator'],
})
