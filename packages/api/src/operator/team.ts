import * as z from 'zod/mini'
import { timeMs } from '../fields.ts'
import { deviceView } from '../session.ts'
import { operatorRole } from './operator-role.ts'
import { operatorView } from './records.ts'

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

export const operatorTeam = operatorView({
  path: 'operator/team',
  summary:
    'Every operator with roles, second factor, and where they are signed in. Accounts are made and disabled on the server only (`npm run operator`).',
  access: ['auditor', 'lead', 'security'],
  output: z.object({ items: z.array(teamMember) }),
})
