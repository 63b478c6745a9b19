import * as z from 'zod/mini'
import { customerView } from './operation.ts'

/** A separate entry point: links to customer service need this and nothing else. */
export const supportUnread = customerView({
  path: 'support/unread',
  summary: 'How many answers of customer service are unread: 100 stands for 100 or more.',
  access: 'login',
  output: z.object({ count: z.int() }),
})
