import type { OrderView } from '@candor/api'
import { queryClient } from '../../api/index.ts'
import { realtime } from '../../api/realtime/index.ts'
import type { AcceptanceVerdict } from './acceptance-verdict.ts'
import { judgeAcceptance } from './judge-acceptance.ts'
import { keyFileQuery } from './key-file-query.ts'
import { knownKeys } from './known-keys.ts'
import { ownKeys } from './own-keys.ts'
import { publicFile } from './public-files.ts'

/** The verdict on the acceptance of an order, by the keys of this device. */
export async function ownVerdict(order: OrderView, text: string): Promise<AcceptanceVerdict> {
  const keyFile = await queryClient.fetchQuery(keyFileQuery)
  const keys = keyFile === null ? null : await ownKeys(keyFile)
  if (keys === null) return { state: 'unknown', promiseMs: null, reason: 'The server publishes no keys.' }
  const nowMs = Math.max(Date.now(), realtime.clock.nowMs())
  const readLog = (path: string) => publicFile(`/log/${path}`)
  const verdict = await judgeAcceptance({ order, text, trusted: keys.trusted, nowMs, readLog })
  if (verdict.state !== 'unknown' && verdict.state !== 'invalid') knownKeys.set(keys.remembered)
  return verdict
}
