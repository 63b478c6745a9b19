// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userInfo } from '@candor/api'
import { queryFor } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { MinePage } from './mine-page.tsx'

beforeEach(() => session.signIn('a-token'))
afterEach(() => session.signOut())

const user = { id: '44710928', email: 'lena@posteo.de', mobile: null, kycState: 'verified', avatar: null }
const drawMine = () => draw(<MinePage />, [[queryFor(userInfo, {}), user]])

test('has four groups for a customer, and language and theme at the top of the page', async () => {
  const page = await drawMine()
  expect(page.all('h2').map(({ textContent }) => textContent)).toEqual(['Money', 'Records', 'Account', 'App'])
  const [first] = page.all('a')
  expect(first?.getAttribute('href')).toBe('#/pages/lang/lang')
  page.press('Appearance')
  expect(document.querySelector('dialog')?.textContent).toContain('Price colours')
})

test('leads to the lists of transfers by one row', async () => {
  const page = await drawMine()
  expect(page.all('a[href*="records"]')).toEqual([])
  page.press('TransfersRecharges, withdrawals, swaps, sales')
  // A layer is drawn outside of its screen.
  expect([...document.querySelectorAll('dialog a')].map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/recharge/records',
    '#/pages/withdrawal/records',
    '#/pages/swap/records',
    '#/pages/bill/trade',
  ])
})

test('has only the app’s own group for a visitor', async () => {
  session.signOut()
  const page = await drawMine()
  expect(page.text()).toContain('Customer service')
  expect(page.all('a[href="#/pages/help/help"]')).toHaveLength(1)
  expect(page.text()).not.toContain('Bills')
})
