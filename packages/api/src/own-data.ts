import * as z from 'zod/mini'
import { fileOutput, idText, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'
import { presentPassword } from './security.ts'

const ownDataView = z.object({
  /** The newest copy while it is kept: `readyMs` and `bytes` are null while it is prepared. */
  copy: z.nullable(
    z.object({
      id: z.string(),
      requestedMs: timeMs,
      readyMs: z.nullable(timeMs),
      bytes: z.nullable(z.int()),
      untilMs: timeMs,
    }),
  ),
  /** From when a further copy may be asked for; null: now. */
  nextFromMs: z.nullable(timeMs),
})

export const ownDataState = customerOperation('security/own_data', 'login', {
  summary: 'The copy of the customer’s own data that was asked for last, for a week.',
  output: ownDataView,
})

export const ownDataRequest = customerOperation('security/own_data_request', 'login', {
  summary:
    'Asks for a copy of everything that is stored about the customer, at most once a day. It is prepared in the background; a message says when it is ready.',
  output: ownDataView,
  refusals: ['limit-reached'],
})

export const ownDataFile = customerOperation('security/own_data_file', 'login', {
  summary: 'The copy as a ZIP file, with the login password. After a week it is destroyed.',
  input: z.object({ id: idText, loginPassword: presentPassword }),
  output: fileOutput,
  refusals: ['not-found', 'wrong-login-password'],
})
