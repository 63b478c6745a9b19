import * as z from 'zod/mini'
import { noData, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { freeText } from './operator-fields.ts'
import { operatorRole } from './operator-role.ts'

const passwordText = z.string('required').check(z.minLength(1, 'required'), z.maxLength(128, 'too-long'))
/** A password that an operator chooses. */
export const newOperatorPassword = z
  .string('required')
  .check(z.minLength(12, 'too-short'), z.maxLength(128, 'too-long'))

/** The logged-in operator. */
export const operatorView = z.object({
  operatorId: z.string(),
  name: z.string(),
  roles: z.array(operatorRole),
  /** An automatic reviewer of the sandbox. */
  isSandboxReviewer: z.boolean(),
})
export type OperatorView = z.output<typeof operatorView>

export const operatorLogin = operatorOperation('operator/login', 'public', {
  summary:
    'Opens a session with a password and a fresh code of the authenticator. `token` goes into the header `token`. A password that was handed over has to be replaced in the same call (`newPassword`): without one it is refused as `new-password-required`, and the same code may be sent again. After five failures the name is locked for 15 minutes for the caller’s network.',
  remembersDevice: true,
  input: z.object({
    account: freeText({ min: 1, max: 32 }),
    password: passwordText,
    totp: z.string('required').check(z.regex(/^\d{6}$/, 'wrong-format')),
    newPassword: z.optional(newOperatorPassword),
  }),
  output: z.extend(operatorView, { token: z.string() }),
  refusals: ['wrong-credentials', 'new-password-required', 'frequent-operations'],
})

export const operatorMe = operatorOperation('operator/me', 'any', {
  summary: 'Who is logged in, and until when without another call.',
  output: z.extend(operatorView, {
    expiresMs: timeMs,
    /** The number of this cell in a platform of several; null where it is the only one. */
    cell: z.nullable(z.int()),
  }),
})

export const operatorLogout = operatorOperation('operator/logout', 'any', {
  clearsCache: true,
  summary: 'Ends the session.',
  output: noData,
})
