import { expect, test } from 'vitest'
import type { Article } from './articles.ts'
import { searchHelp } from './help-search.ts'

const article = (name: Article['name'], title: string, text: string): Article => ({ name, title, text })

const articles = [
  article('contract', 'How a contract works', 'You stake an amount.\n\n## The end\n\nIt ends with a tie or a receipt.'),
  article(
    'receipt',
    'Reading a receipt',
    'What it shows.\n\n## The fee\n\n- The stake.\n- The **fee** of the contract.',
  ),
  article('swap', 'Đổi tiền', 'Tỷ giá được giữ trong vài giây. Open [Swap](screen:swap).'),
  article('withdrawal', '出金の流れ', '手数料は申請の前に表示されます。\n\n## 日数\n\nがぎぐを確認します。'),
]
const found = (text: string) => searchHelp(articles, text).map((hit) => hit.article.name)

test('finds words in titles and texts while they are typed, titles first', () => {
  expect(found('rec')).toEqual(['receipt', 'contract'])
  expect(found('stake')).toEqual(['contract', 'receipt'])
})

test('finds articles that have each of the words, wherever they are', () => {
  expect(found('tie stake')).toEqual(['contract'])
  expect(found('tie fee')).toEqual([])
})

test('takes letters for the same in capitals and without accents', () => {
  expect(found('TY GIA')).toEqual(['swap'])
  expect(found('doi tien')).toEqual(['swap'])
})

test('finds parts of sentences without spaces, and heeds the marks of kana', () => {
  expect(found('手数料')).toEqual(['withdrawal'])
  expect(found('出金 表示')).toEqual(['withdrawal'])
  expect(found('ぎぐ')).toEqual(['withdrawal'])
  expect(found('きく')).toEqual([])
})

test('shows the passage with the words, and leads to its heading', () => {
  const [hit] = searchHelp(articles, 'fee of')
  expect(hit).toMatchObject({ part: 1, excerpt: 'The fee of the contract.' })
  expect(hit?.excerpt.slice(hit.from, hit.to)).toBe('fee')
})

test('begins a long passage shortly before the word', () => {
  const long = article('odds', 'Odds', `${'Some words before it. '.repeat(5)}Then the break-even comes.`)
  const [hit] = searchHelp([long], 'break')
  expect(hit?.excerpt).toMatch(/^… .{0,24}break-even comes\.$/)
  expect(hit?.excerpt.slice(hit.from, hit.to)).toBe('break')
})

test('shows the beginning where only the title matched, and the words of a link, not its target', () => {
  expect(searchHelp(articles, 'reading')[0]).toMatchObject({ part: 0, excerpt: 'What it shows.', from: 0, to: 0 })
  expect(found('screen')).toEqual([])
})

test('finds nothing for blanks', () => {
  expect(found('  ')).toEqual([])
})
