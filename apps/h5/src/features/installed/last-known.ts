import { dayMs } from '@candor/formulas'
import { queryClient } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { session } from '../../shared/device/index.ts'
import { openKnownStore } from './known-store.ts'
import type { KnownStore } from './known-store.ts'
import { isShowable, ownerOf } from './last-known-model.ts'

/** Identifies this build: another build's files have other names. */
const build = import.meta.url
const writeAfterMs = 1_000
/**
 * Stores server responses with their time, and shows them when there is no network, labelled with their age. The
 * customer's own data is deleted at sign-out.
 */
export async function startLastKnown(): Promise<void> {
  const store = await openKnownStore()
  const showWhereOffline = () => {
    if (realtime.connection().phase === 'offline') void show(store)
  }
  await forgetForeign(store)
  keep(store)
  session.subscribeToken(() => void forgetForeign(store))
  realtime.subscribeConnection(showWhereOffline)
  showWhereOffline()
}

/** The signed-in customer, in a form that cannot be used to sign in. */
async function customer(): Promise<string | null> {
  const token = session.token()
  if (token === null) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function forgetForeign(store: KnownStore): Promise<void> {
  const now = { customer: await customer(), build, nowMs: Date.now() }
  await store.forget((answer) => isShowable(answer, now))
}

/** Writes responses shortly after they arrive, coalescing several of one kind. */
function keep(store: KnownStore): void {
  const cache = queryClient.getQueryCache()
  const changed = new Set<string>()
  const write = async () => {
    const hashes = [...changed]
    changed.clear()
    const own = await customer()
    for (const hash of hashes) {
      // A query cleared meanwhile belonged to another login.
      const query = cache.get(hash)
      const owner = ownerOf(query?.queryKey[0], own)
      if (query === undefined || query.state.data === undefined || owner === null) continue
      await store.put({
        hash,
        key: query.queryKey,
        data: query.state.data,
        atMs: query.state.dataUpdatedAt,
        owner,
        build,
      })
    }
  }
  const add = (hash: string) => {
    if (changed.size === 0) setTimeout(() => void write().catch(() => undefined), writeAfterMs)
    changed.add(hash)
  }
  for (const { queryHash } of cache.getAll()) add(queryHash)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true)
      add(event.query.queryHash)
  })
}

/** Fills empty queries with stored data, with its original time. */
async function show(store: KnownStore): Promise<void> {
  const now = { customer: await customer(), build, nowMs: Date.now() }
  const cache = queryClient.getQueryCache()
  let newestMs = 0
  for (const answer of await store.all()) {
    if (!isShowable(answer, now)) continue
    newestMs = Math.max(newestMs, answer.atMs)
    if (cache.get(answer.hash)?.state.data !== undefined) continue
    // Kept for as long as the app may be used without a network.
    cache
      .build(queryClient, { queryKey: answer.key, queryHash: answer.hash, gcTime: dayMs })
      .setData(answer.data, { updatedAt: answer.atMs, manual: true })
  }
  if (newestMs > 0 && realtime.connection().phase === 'offline') realtime.lostSince(newestMs)
}
