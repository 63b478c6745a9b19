import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'

/** A separate entry point: links to customer service need this and nothing else. */
export const supportUnread = customerOperation('support/unread', 'login', {
  summary: 'How many answers of customer service are unread: 100 stands for 100 or more.',
  output: z.object({ count: z.int() }),
})
