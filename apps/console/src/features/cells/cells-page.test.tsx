// @vitest-environment happy-dom
import { operatorCellOf, operatorCells, operatorMe } from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { losing, on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import type { AllCells } from './cells-model.ts'
import { CellsPage } from './index.ts'

const sums = (customers: number, clearing: string, underWay = 0) => ({
  customers,
  usd: String(customers * 100),
  usdt: '0.5',
  clearing: { usd: clearing, usdt: '0' },
  underWay,
})
const all: AllCells = {
  cells: [
    { cell: 1, console: 'http://127.0.0.1:8091', hasNewestTerms: true, responds: true, figures: sums(3, '-20', 1) },
    { cell: 2, console: 'http://127.0.0.1:8101', hasNewestTerms: false, responds: true, figures: sums(4, '0') },
  ],
  all: sums(7, '-20', 1),
  withdrawals: [
    {
      id: '5',
      cell: 2,
      asset: 'USDT',
      amount: '120.5',
      state: 'under-review',
      requestedMs: noonMs,
      promisedMs: noonMs + 3_600_000,
    },
    {
      id: '8',
      cell: 1,
      asset: 'USD',
      amount: '50',
      state: 'approved',
      requestedMs: Date.now() - 65 * 60_000,
      promisedMs: Date.now() + 125 * 60_000,
    },
  ],
  hasMore: false,
}

const open = (more: PlayedServer = on(operatorCells, all), role: OperatorRole = 'lead') =>
  openView(<CellsPage />, { ...on(operatorMe, { ...operatorWith(role), cell: 1 }), ...more }, '#/cells')

describe('the page of all cells', () => {
  it('shows a row for each cell, and their sum', async () => {
    const page = await open()
    await page.says('Cell 1this console', 'Responds', 'Newest', '300.00', 'Not the newest', '400.00')
    await page.says('Customers7in all cells', 'USD700.00in all cells', '−20.00 USD', '1 under way')
    expect(page.find('link', 'Cell 2')?.getAttribute('href')).toBe('http://127.0.0.1:8101/#/overview')
  })

  it('says whether the clearing accounts sum to zero', async () => {
    const page = await open(on(operatorCells, { ...all, all: sums(7, '0') }))
    await page.says('Clearing accountsZeronothing is under way')
    const differing = await open(on(operatorCells, { ...all, all: sums(7, '-20') }))
    await differing.says('−20.00 USD', 'check the ledgers')
  })

  it('leads each withdrawal to the console that decides it, with its age and what is left of the promise', async () => {
    const page = await open()
    await page.says('Withdrawal 5 in cell 2')
    const href = (name: string) => page.find('link', name)?.getAttribute('href')
    expect(href('Withdrawal 5 in cell 2')).toBe('http://127.0.0.1:8101/#/withdrawals/5')
    expect(href('Withdrawal 8 in cell 1')).toBe('#/withdrawals/8')
    await page.says('120.50 USDT', 'Approve', 'late', '50.00 USD', 'Pay', '1 h 5 m', '2 h 4 m')
  })

  it('shows a cell that is away as such, with all others, and no sum as whole', async () => {
    const [first] = all.cells
    const second = { cell: 2, console: null, hasNewestTerms: true, responds: false, figures: null }
    const page = await open(
      on(operatorCells, {
        cells: first === undefined ? [] : [first, second],
        all: sums(3, '-20', 1),
        withdrawals: [],
        hasMore: false,
      }),
    )
    await page.says('Cell 2 doesn’t respond.', '300.00', 'without cell 2', 'Unknown', 'No withdrawal is waiting')
    expect(page.find('link', 'Cell 2')).toBeNull()
    const both = await open(on(operatorCells, { ...all, cells: [{ ...second, cell: 1 }, second] }))
    await both.says('Cells 1 and 2 don’t respond.', 'without cells 1 and 2')
  })

  it('shows operators of payments the cells and the withdrawals with their links, and no sums', async () => {
    const cells = all.cells.map((cell) => ({ ...cell, figures: null }))
    const page = await open(on(operatorCells, { ...all, cells, all: null }), 'payments')
    await page.says('Cell 1this console', 'Responds', 'Withdrawal 5 in cell 2', '120.50 USDT')
    expect(page.find('link', 'Cell 2')?.getAttribute('href')).toBe('http://127.0.0.1:8101/#/overview')
    expect(page.find('link', 'Withdrawal 5 in cell 2')?.getAttribute('href')).toContain('8101/#/withdrawals/5')
    for (const hidden of ['Clearing', 'Customers', 'respond.']) expect(page.text()).not.toContain(hidden)
    const away = cells.map((cell) => ({ ...cell, responds: cell.cell === 1 }))
    const partly = await open(on(operatorCells, { ...all, cells: away, all: null }), 'payments')
    await partly.says('Cell 2 doesn’t respond. The withdrawals below are without it.')
  })

  it('says that more withdrawals wait than it shows', async () => {
    const page = await open(on(operatorCells, { ...all, hasMore: true }))
    await page.says('The 100 oldest are shown.')
  })

  it('says that the directory does not respond, and reads again', async () => {
    const page = await open(refusing(operatorCells, 'system-timeout', 'System timeout'))
    await page.says('The directory doesn’t respond', 'its own queues are in this console')
    await page.press('button', 'Try again')
    expect(page.sent(operatorCells)).toHaveLength(2)
  })

  it('says that the connection is lost, and that there is no cell', async () => {
    await (await open(losing(operatorCells))).says('This didn’t load')
    await (await open(on(operatorCells, { ...all, cells: [], withdrawals: [] }))).says('No cell yet')
  })

  it('tells other roles who may read it, and reads nothing', async () => {
    const page = await open(undefined, 'support')
    await page.says('Your roles don’t include this', 'payments, risk, lead or auditor')
    expect(page.sent(operatorCells)).toEqual([])
  })
})

describe('looking up an account number', () => {
  const found = (cell: number) =>
    on(operatorCellOf, {
      found: { cell, customerId: '17', console: `http://127.0.0.1:80${cell}1` },
    })

  it('leads to the customer in the console of the cell, once the number is whole', async () => {
    const page = await open({ ...on(operatorCells, all), ...found(2) })
    await page.search('2041 189')
    expect(page.sent(operatorCellOf)).toEqual([])
    await page.search('2041 1890')
    await page.says('Account 20411890 is in cell 2.')
    expect(page.sent(operatorCellOf)).toEqual([{ account: '20411890' }])
    const link = page.find('link', 'Open the customer in cell 2')
    expect(link?.getAttribute('href')).toBe('http://127.0.0.1:8021/#/customers/17')
  })

  it('says that nobody has the number, and that the directory is away', async () => {
    const nobody = await open({ ...on(operatorCells, all), ...on(operatorCellOf, { found: null }) })
    await nobody.search('20411890')
    await nobody.says('No cell has a customer with the account number 20411890.')
    const away = await open({
      ...on(operatorCells, all),
      ...refusing(operatorCellOf, 'system-timeout', 'System timeout'),
    })
    await away.search('20411890')
    await away.says('The directory doesn’t respond')
  })
})
