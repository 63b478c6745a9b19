import * as z from 'zod/mini'
import { noData } from './fields.ts'
import { customerOperation } from './operation.ts'

/**
 * The kinds of notifications, each chosen by itself per device. `decision`: identity and account; `message`: replies
 * and everything else.
 */
export const pushKinds = ['settlement', 'decision', 'withdrawal', 'recharge', 'message', 'announcement'] as const
export type PushKind = (typeof pushKinds)[number]

/** Whether notifications show amounts, which a locked screen displays to anyone. */
export const pushAmounts = z.enum(['hidden', 'shown'], 'unknown-value')
export type PushAmounts = z.output<typeof pushAmounts>

const kindName = z.enum(pushKinds, 'unknown-value')
const kindList = z
  .string('required')
  .check(
    z.maxLength(100, 'too-long'),
    z.regex(new RegExp(`^(${pushKinds.join('|')})(,(${pushKinds.join('|')}))*$`), 'unknown-value'),
  )

const endpoint = z
  .string('required')
  .check(z.regex(/^https?:\/\/[\x21-\x7e]+$/, 'wrong-format'), z.maxLength(1000, 'too-long'))
const authSecret = z.string('required').check(z.regex(/^[\w-]{22}(==)?$/, 'wrong-format'))
/** The endpoint of a browser's push service, with the browser's keys. */
const address = {
  endpoint,
  p256dh: z.string('required').check(z.regex(/^[\w-]{87}=?$/, 'wrong-format')),
  auth: authSecret,
}

export const pushSettings = customerOperation('push/settings', 'login', {
  summary:
    'The kinds of notifications for this device; null where they are off. `publicKey` is what its browser needs to subscribe (VAPID); null where the server sends none.',
  output: z.object({
    publicKey: z.nullable(z.string()),
    device: z.nullable(z.object({ kinds: z.array(kindName), amounts: pushAmounts })),
  }),
})

export const pushSubscribe = customerOperation('push/subscribe', 'login', {
  summary:
    'Sends notifications to this device until it signs out, in the language of the call; a repeat replaces address, kinds (comma separated) and amounts. Refused for an address that is no push service.',
  input: z.object({
    ...address,
    kinds: kindList,
    amounts: pushAmounts,
  }),
  output: noData,
  refusals: ['not-allowed'],
})

export const pushRenew = customerOperation('push/renew', 'public', {
  summary:
    'Moves notifications to the new address when a browser’s push service replaces the old one. The browser’s worker has no login: `oldAuth`, which only it and the server know, proves that it is the same. Returns the same where the old address gets no notifications.',
  input: z.object({ oldEndpoint: endpoint, oldAuth: authSecret, ...address }),
  output: noData,
  refusals: ['not-allowed'],
})

export const pushUnsubscribe = customerOperation('push/unsubscribe', 'login', {
  summary: 'Sends no further notification to this device.',
  output: noData,
})
