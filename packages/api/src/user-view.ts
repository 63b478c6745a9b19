import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'
import { timeMs } from './fields.ts'

export const kycState = z.enum(['none', 'under-review', 'verified', 'rejected'])

/** The customer's own view of the account. */
export const userView = z.object({
  id: z.string(),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  inviteCode: z.string(),
  kycState,
  isEnabled: z.boolean(),
  createdMs: timeMs,
  /** Path of the picture at the API host; null when there is none. A changed picture has a new path. */
  avatar: z.nullable(z.string()),
  /** When the login password was last changed; null where it is still the first one. */
  passwordChangedMs: z.nullable(timeMs),
})
export type UserView = z.output<typeof userView>

export const userInfo = customerOperation('user/info', 'login', {
  summary: 'The customer of the token.',
  output: userView,
})
