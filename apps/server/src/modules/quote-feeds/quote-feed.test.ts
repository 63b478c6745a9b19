import { expect, test } from 'vitest'
import { joinFeeds } from './quote-feed.ts'
import type { SourceKind } from './quote-feed.ts'
import { tickingFeed } from './testing/ticking-feed.ts'

const feedOf = (name: SourceKind, instrumentIds: readonly number[]) =>
  tickingFeed(name, name, instrumentIds, { hasSeams: true })

test('lets only the first feed that has an instrument speak of it', async () => {
  const heard: string[] = []
  const joined = joinFeeds('both', [feedOf('replay', [1, 2]), feedOf('simulated', [1, 2, 3])])
  await joined.readUntil(500, {
    tick: (tick) => heard.push(`${tick.source} ${tick.instrumentId}`),
    seam: (id) => heard.push(`seam ${id}`),
    lost: (source) => heard.push(`lost ${source}`),
  })
  expect(heard).toEqual(['replay 1', 'seam 1', 'replay 2', 'seam 2', 'simulated 3', 'seam 3'])
  expect([joined.kindOf(2), joined.kindOf(3), joined.kindOf(4)]).toEqual(['replay', 'simulated', null])
})
