// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { navigation } from '../../shared/page/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { articlesQuery, readArticles } from './articles.ts'
import { HelpPage } from './help-page.tsx'

const articles = await readArticles('en')
const drawHelp = () => draw(<HelpPage />, [[articlesQuery('en'), articles]])

afterEach(() => navigation.redirect('home'))

test('lists every article by topic for a visitor, and leads to customer service', async () => {
  navigation.redirect('help')
  const page = await drawHelp()
  expect(page.all('section h2')).toHaveLength(7)
  expect(page.all('a[href^="#/pages/help/help?id="]')).toHaveLength(articles.length)
  expect(page.all('a[href="#/pages/support/support"]')).toHaveLength(1)
})

test('finds articles as one types, says how many, and keeps the text in the address', async () => {
  navigation.redirect('help')
  const page = await drawHelp()
  page.type('Search in help', 'cool')
  expect(page.text()).toContain('Nothing matches “cool”')
  page.type('Search in help', 'recovery codes')
  expect(page.all('[role=status]')[0]?.textContent).toBe('1 article')
  expect(page.all('a b').map(({ textContent }) => textContent)).toEqual(['recovery'])
  expect(page.all('a')[0]?.getAttribute('href')).toBe('#/pages/help/help?id=sign-in&part=1')
  expect(location.hash).toBe('#/pages/help/help?text=recovery+codes')
})

test('shows an article with links to its headings, to screens and to what to read next', async () => {
  navigation.redirect('help', { id: 'withdrawal' })
  const page = await drawHelp()
  expect(page.all('h2').map(({ textContent }) => textContent)).toEqual(['How withdrawals work'])
  expect(page.all('nav a')).toHaveLength(page.all('h3[id]').length)
  expect(page.all('a[href="#/pages/withdrawal/withdrawal"]')).toHaveLength(1)
  page.says('Why a new destination waits', 'Was this what you needed?')
})

test('moves the focus to the heading that the address names', async () => {
  navigation.redirect('help', { id: 'withdrawal' })
  await drawHelp()
  await act(async () => navigation.redirect('help', { id: 'withdrawal', part: '2' }))
  expect(document.activeElement?.textContent).toBe('Fee and times')
})

test('leads from an address without an article to the list', async () => {
  navigation.redirect('help', { id: 'nothing' })
  const page = await drawHelp()
  page.press('All articles')
  expect(location.hash).toBe('#/pages/help/help')
})
