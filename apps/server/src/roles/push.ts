import { createPushSender } from '../modules/push/index.ts'
import type { PushSender } from '../modules/push/index.ts'
import type { Config } from '../platform/config/index.ts'

/** The sender of notifications; null for a server without a signing key. */
export function openPushSender({ pushKey, pushOrigins, mailFrom }: Config): PushSender | null {
  if (pushKey === '') return null
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'
  return createPushSender({ privateKey: pushKey, contact: `mailto:${address}`, allowedOrigins: pushOrigins })
}
