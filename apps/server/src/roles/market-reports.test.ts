import { expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { createMarketReports } from './market-reports.ts'
import type { MarketMessage } from './peers.ts'

function reports() {
  const sent: MarketMessage[] = []
  const clock = manualClock(0)
  return { sent, clock, reports: createMarketReports((message) => sent.push(message), clock) }
}

test('the ticks of a slot go with its frame, each count once', () => {
  const { sent, reports: told } = reports()
  told.ticks('kraken', 'taken', 3)
  told.ticks('kraken', 'outlier', 1)
  told.framePublished(7, 2)
  told.framePublished(8, 1)
  expect(sent).toEqual([
    {
      kind: 'lag',
      slot: 7,
      lagMs: 2,
      ticks: [
        { source: 'kraken', outcome: 'taken', count: 3 },
        { source: 'kraken', outcome: 'outlier', count: 1 },
      ],
    },
    { kind: 'lag', slot: 8, lagMs: 1, ticks: [] },
  ])
})

test('an alarm is sent when it changes, and again after a second', () => {
  const { sent, clock, reports: told } = reports()
  const alarm = (isRaised: boolean) => ({ kind: 'alarm', name: 'feed-failing', isRaised })
  told.alarm('feed-failing', false)
  told.alarm('feed-failing', false)
  expect(sent).toEqual([alarm(false)])
  told.alarm('feed-failing', true)
  told.alarm('feed-failing', true)
  expect(sent).toEqual([alarm(false), alarm(true)])
  clock.advance(999)
  told.alarm('feed-failing', true)
  expect(sent).toHaveLength(2)
  clock.advance(1)
  told.alarm('feed-failing', true)
  told.alarm('frames-failing', true)
  expect(sent.slice(2)).toEqual([alarm(true), { ...alarm(true), name: 'frames-failing' }])
})
