// @vitest-environment happy-dom
import { messageAlerts } from '@candor/api'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient, queryFor, replaceResponse } from './index.ts'

const query = queryFor(messageAlerts, {})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a response to a change stays, though what was read before it arrives later', async () => {
  const earlier = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockReturnValueOnce(earlier.promise))
  const reading = queryClient.fetchQuery(query).catch(() => undefined)
  await replaceResponse(messageAlerts, {}, { items: [] })
  earlier.resolve(
    Response.json({
      code: 1,
      msg: '',
      data: { items: [{ id: '1', symbol: 'BTCUSDT', direction: 'above', price: '70000', setMs: 1 }] },
    }),
  )
  await reading
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ items: [] })
  expect(queryClient.getQueryState(query.queryKey)).toMatchObject({ fetchStatus: 'idle', isInvalidated: false })
})
