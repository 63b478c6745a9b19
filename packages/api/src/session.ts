import * as z from 'zod/mini'
import { idText, page, timeMs } from './fields.ts'
import { customerList, customerOperation } from './operation.ts'

/** A device as its browser describes itself, by familiar names. Null when unknown. */
export const deviceView = z.object({
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  system: z.nullable(z.string()),
  browser: z.nullable(z.string()),
})
export type DeviceView = z.output<typeof deviceView>

/** An active login session of the customer. `network` is shown coarsely: "203.0.113.x". */
export const sessionView = z.object({
  id: z.string(),
  device: deviceView,
  network: z.nullable(z.string()),
  createdMs: timeMs,
  /** Written at most every five minutes. */
  lastUsedMs: timeMs,
  isCurrent: z.boolean(),
})
export type SessionView = z.output<typeof sessionView>

export const userSessions = customerOperation('user/sessions', 'login', {
  summary: 'Where the customer is logged in, the current session first, then the last used; at most 100.',
  output: z.object({ items: z.array(sessionView) }),
})

export const userSessionRevoke = customerOperation('user/session_revoke', 'login', {
  summary:
    'Logs out one session (`id`; the current one as well), or every session but the current one (`scope` = others). Their sockets close at once.',
  input: z
    .object({
      scope: z._default(z.enum(['one', 'others'], 'unknown-value'), 'one'),
      id: z.optional(idText),
    })
    .check(z.refine((form) => form.scope === 'others' || form.id !== undefined, { path: ['id'], error: 'required' })),
  output: z.object({ revoked: z.int() }),
  refusals: ['not-found'],
  success: 'exit-successful',
})

/** One attempt to log in to the customer's account. */
export const loginView = z.object({
  id: z.string(),
  atMs: timeMs,
  outcome: z.enum(['logged-in', 'wrong-password', 'wrong-second-step', 'disabled']),
  device: deviceView,
  network: z.nullable(z.string()),
})
export type LoginView = z.output<typeof loginView>

export const userLogins = customerList('user/logins', {
  summary: 'Who logged in to the account or failed to, newest first: 90 days, and of each outcome the newest 50.',
  filters: {},
  output: page(loginView),
})
