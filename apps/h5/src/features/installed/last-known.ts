import { queryClient } from '../../shared/api/index.ts'
import { realtime } from '../../shared/realtime/index.ts'
import { session } from '../../shared/session/index.ts'
import { openKnownStore } from './known-store.ts'
import type { KnownStore } from './known-store.ts'
import { isShowable, ownerOf } from './last-known-model.ts'

/** This build: the files of another one are named otherwise. */
const build = import.meta.url
const writeAfterMs = 1_000
const dayMs = 86_400_000

/**
 * Keeps what the server answers, apart from the files of the app and with its time, and shows it again where there is no network: as
 * old as it is, never as new. What is the customer's is forgotten with the login.
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

/** Who is signed in, in a form that signs nobody in. */
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

/** Writes answers of the network a moment after they came: several of one kind become one. */
function keep(store: KnownStore): void {
  const cache = queryClient.getQueryCache()
  const changed = new Set<string>()
  const write = async () => {
    const hashes = [...changed]
    changed.clear()
    const own = await customer()
    for (const hash of hashes) {
      // What was cleared meanwhile belonged to another login.
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

/** Puts what was known where nothing is, with its own time. */
async function show(store: KnownStore): Promise<void> {
  const now = { customer: await customer(), build, nowMs: Date.now() }
  const cache = queryClient.getQueryCache()
  let newestMs = 0
  for (const answer of await store.all()) {
    if (!isShowable(answer, now)) continue
    newestMs = Math.max(newestMs, answer.atMs)
    if (cache.get(answer.hash)?.state.data !== undefined) continue
    // Kept as long as somebody may look around without a network.
    cache
      .build(queryClient, { queryKey: answer.key, queryHash: answer.hash, gcTime: dayMs })
      .setData(answer.data, { updatedAt: answer.atMs, manual: true })
  }
  if (newestMs > 0 && realtime.connection().phase === 'offline') realtime.lostSince(newestMs)
}
