// @vitest-environment happy-dom
import { operatorCells, operatorMe } from '@candor/api/operator'
import { expect, it } from 'vitest'
import { usePlace } from '../shared/navigation/index.ts'
import { operatorWith } from '../testing/fixtures.ts'
import { on, openView } from '../testing/open-view.tsx'
import { pages } from './pages.ts'
import { Sidebar } from './sidebar.tsx'
import { useShownScreen } from './use-screens.ts'

/** The navigation and the title of the screen of a place, as the frame chooses it. */
function Frame() {
  const screen = useShownScreen(usePlace().screen)
  const Page = pages[screen].component
  return (
    <>
      <Sidebar current={screen} onSearch={() => undefined} />
      <Page />
    </>
  )
}

const sums = { customers: 0, usd: '0', usdt: '0', clearing: { usd: '0', usdt: '0' }, underWay: 0 }
const server = on(operatorCells, { cells: [], all: sums, withdrawals: [], hasMore: false })

const open = (cell: number | null) =>
  openView(<Frame />, { ...server, ...on(operatorMe, { ...operatorWith('risk'), cell }) }, '#/cells')

it('has no page of all cells where this is the only one, and reads nothing of it', async () => {
  const page = await open(null)
  await page.says('Late and next')
  expect(page.find('link', 'Cells')).toBeNull()
  expect(page.find('link', 'Home')?.getAttribute('aria-current')).toBe('page')
  expect(page.sent(operatorCells)).toEqual([])
})

it('has it in a platform of several cells', async () => {
  const page = await open(2)
  await page.says('No cell yet')
  expect(page.find('link', 'Cells')?.getAttribute('aria-current')).toBe('page')
  expect(page.sent(operatorCells)).toHaveLength(1)
})
