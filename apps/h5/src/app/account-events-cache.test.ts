import type { AssetsView } from '@candor/api'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { takeAssets } from './account-events-cache.ts'

const queryKey = ['wallet/assets', {}]
const assets = (version: number, totalUsd: string): AssetsView => ({
  items: [],
  totalUsd,
  availableUsd: totalUsd,
  version,
})
let client: QueryClient
const known = () => client.getQueryData(queryKey)

beforeEach(() => {
  client = new QueryClient()
})

describe('an event of balances', () => {
  it('updates the cached balances and totals without a refetch', async () => {
    client.setQueryData(queryKey, assets(1, '100'))
    await takeAssets(client, queryKey, assets(2, '90'))
    expect(known()).toEqual(assets(2, '90'))
    expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: false, fetchStatus: 'idle' })
  })

  it('is ignored when it is older than the cached balances', async () => {
    client.setQueryData(queryKey, assets(1, '100'))
    await Promise.all([takeAssets(client, queryKey, assets(3, '80')), takeAssets(client, queryKey, assets(2, '90'))])
    expect(known()).toEqual(assets(3, '80'))
  })

  it('replaces a response in flight, which may be older', async () => {
    client.setQueryData(queryKey, assets(1, '100'))
    const response = Promise.withResolvers<AssetsView>()
    const fetching = client.fetchQuery({ queryKey, queryFn: () => response.promise, staleTime: 0 })
    await Promise.all([takeAssets(client, queryKey, assets(2, '90')), fetching.catch(() => undefined)])
    response.resolve(assets(1, '100'))
    await response.promise
    expect(known()).toEqual(assets(2, '90'))
  })

  it('leaves the first response alone', async () => {
    const response = Promise.withResolvers<AssetsView>()
    const fetching = client.fetchQuery({ queryKey, queryFn: () => response.promise })
    await takeAssets(client, queryKey, assets(2, '90'))
    response.resolve(assets(2, '90'))
    expect(await fetching).toEqual(assets(2, '90'))
  })
})
