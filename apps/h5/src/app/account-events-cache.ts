import { newerAssets } from '@candor/api'
import type { AssetsView } from '@candor/api'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Updates the cached balances from an event, unless the event is older than they are. Cancels a response in flight,
 * which may be older than the event. Resolves once the cache is updated.
 */
export async function takeAssets(client: QueryClient, queryKey: QueryKey, assets: AssetsView): Promise<void> {
  // The first response is waited for.
  if (client.getQueryData(queryKey) === undefined) return
  await client.cancelQueries({ queryKey })
  client.setQueryData<AssetsView>(queryKey, (known) => (known ? newerAssets(known, assets) : undefined))
}
