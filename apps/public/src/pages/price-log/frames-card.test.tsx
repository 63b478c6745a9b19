// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { Epochs, Frames } from './frames-card.tsx'
import { SeedsCard } from './seeds-card.tsx'

const genesisMs = Date.UTC(2026, 0, 5)
const found = {
  fromSlot: 1_000,
  toSlot: 8_199,
  missing: [1_360, 1_361, 7_000],
  epochs: [],
  instrumentCount: 111,
  checkedMs: genesisMs + 4_200_000,
}

test('the gaps of the frames are listed newest first, with their times, and drawn at their places', async () => {
  const place = await draw(
    <Frames found={found} hours={1} genesisMs={genesisMs}>
      {null}
    </Frames>,
    'price-log',
  )
  expect(place.textContent).toContain('3 of 7,200 missing')
  const rows = [...place.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
  expect(rows).toEqual([
    ['#7,000', '5 Jan 2026, 00:58:20', '1'],
    ['#1,360', '5 Jan 2026, 00:11:20', '2'],
  ])
  const marks = [...place.querySelectorAll<HTMLElement>('[role=img] i')].map(({ style }) => parseFloat(style.left))
  expect(marks.map(Math.round)).toEqual([83, 5])
})

test('epochs are listed where one began, and otherwise said to be one throughout', async () => {
  const none = await draw(<Epochs found={found} genesisMs={genesisMs} />, 'price-log')
  expect(none.textContent).toContain('111 markets have one epoch throughout these frames.')
  const changed = { ...found, epochs: [{ slot: 7_000, instruments: [1, 2] }] }
  const some = await draw(<Epochs found={changed} genesisMs={genesisMs} />, 'price-log')
  expect(some.textContent).toContain('#7,0005 Jan 2026, 00:58:202 markets')
})

test('a seed that the log of events does not have is no passed check', async () => {
  const hash = `a936e2e3${'0'.repeat(48)}5766d32b`
  const value = [
    { day: 20_780, commitment: hash, state: 'committed' },
    { day: 20_779, commitment: hash, state: 'wrong' },
    { day: 20_778, commitment: hash, state: 'revealed' },
  ]
  const place = await draw(<SeedsCard />, 'price-log', [{ query: { queryKey: ['seeds'] }, value }])
  expect([...place.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
    'Passed:23 Nov 2026Committed: a936e2e3 … 5766d32b',
    'Failed:22 Nov 2026Isn’t what the event log contains',
    'Passed:21 Nov 2026Revealed, and fits its commitment',
  ])
})
