import * as z from 'zod/mini'
import { noInput } from './fields.ts'
import { operation } from './operation.ts'

/** Apart from the rest of customer service: what leads to it asks for this and needs nothing else. */
export const supportUnread = operation({
  path: 'support/unread',
  summary: 'How many answers of customer service are unread: 100 stands for 100 or more.',
  access: 'login',
  input: noInput,
  output: z.object({ count: z.int() }),
  refusals: [],
})
