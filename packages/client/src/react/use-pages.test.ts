import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '../call.ts'
import type { CallResult } from '../call.ts'
import { pagesQuery } from './use-pages.ts'
import type { Page } from './use-pages.ts'

const failure = (error: 'network' | 'conflict') =>
  ({ ok: false, error, msg: error, fields: {}, data: null, reference: undefined }) as const

/** Reads a list of these pages; each page's cursor is its number. */
function listOf(pages: readonly CallResult<Page<string>>[]) {
  const cursors: (string | null)[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new InfiniteQueryObserver(
    client,
    pagesQuery<string>({
      queryKey: ['list'],
      read: async (cursor) => {
        cursors.push(cursor)
        const page = pages[Number(cursor ?? 0)]
        if (page === undefined) throw new Error('there is no such page')
        return page
      },
    }),
  )
  const stop = observer.subscribe(() => undefined)
  const read = () => expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  return { observer, cursors, read, stop }
}

const page = (items: readonly string[], nextCursor: string | null): CallResult<Page<string>> => ({
  ok: true,
  value: { items, nextCursor },
  msg: '',
})

describe('a list of pages', () => {
  it('reads the first page without a cursor and each further page after the cursor before', async () => {
    const { observer, cursors, read, stop } = listOf([page(['a', 'b'], '1'), page(['c'], null)])
    await read()
    expect(observer.getCurrentResult().hasNextPage).toBe(true)
    await observer.fetchNextPage()
    expect(cursors).toEqual([null, '1'])
    expect(observer.getCurrentResult().data?.pages.flatMap(({ items }) => items)).toEqual(['a', 'b', 'c'])
    expect(observer.getCurrentResult().hasNextPage).toBe(false)
    stop()
  })

  it('keeps the pages that it has when a further page fails', async () => {
    const { observer, read, stop } = listOf([page(['a'], '1'), failure('conflict')])
    await read()
    await observer.fetchNextPage()
    const { data, error } = observer.getCurrentResult()
    expect(data?.pages.flatMap(({ items }) => items)).toEqual(['a'])
    expect(error instanceof CallFailed && error.failure.error).toBe('conflict')
    stop()
  })
})
