import { expect, test } from 'vitest'
import { checkDocs } from './docs-rules.ts'
import type { Repository } from './docs-rules.ts'

const files = new Map([['apps/server/settler.ts', 'export function startSettler() {}']])
const here: Repository = {
  exists: (path) => files.has(path) || ['docs/locks.md', 'docs', 'README.md', 'apps/server'].includes(path),
  read: (path) => files.get(path) ?? '',
}

function rulesBroken(path: string, text: string): string[] {
  const pages = new Map([
    ['docs/locks.md', '# Locks\n\n## The order of `locks`\n'],
    [path, text],
  ] as const)
  return checkDocs(pages, here).map(({ rule, line }) => `${rule}:${line}`)
}

test.each([
  ['a file that is not there', 'See\n[nothing](missing.md).\n'],
  ['a heading that is not there', 'See\n[locks](docs/locks.md#nothing).\n'],
  ['a heading of its own that is not there', '# Candor\n[below](#nothing)\n'],
])('finds a link to %s', (_, text) => {
  expect(rulesBroken('README.md', text)).toEqual(['links-resolve:2'])
})

test.each([
  ['a page', '[locks](docs/locks.md)'],
  ['a folder', '[server](apps/server)'],
  ['a heading', '[order](docs/locks.md#the-order-of-locks)'],
  ['another site', '[site](https://example.com/a)'],
  ['nothing, in a block of code', '```\n[nothing](missing.md)\n```'],
])('accepts a link to %s', (_, text) => {
  expect(rulesBroken('README.md', `${text}\n`)).toEqual([])
})

test('finds the name of a file that is not there', () => {
  expect(rulesBroken('README.md', 'See\n`apps/server` and `apps/gone/file.ts`, not `apps/<name>`.\n')).toEqual([
    'named-files-exist:2',
  ])
})

test('finds code that the linked file does not have', () => {
  const settler = '[settler.ts](../apps/server/settler.ts)'
  expect(rulesBroken('docs/swap.md', `\`startSettler\` in ${settler}.\n\`stopped\`\nin ${settler}.\n`)).toEqual([
    'named-code-exists:2',
  ])
})

test('resolves links from the folder of their page', () => {
  expect(rulesBroken('docs/swap.md', '[up](../README.md) [beside](locks.md) [lost](docs/locks.md)\n')).toEqual([
    'links-resolve:1',
  ])
})

test('finds a line above 120 columns, unless it is a row of a table or cannot be wrapped', () => {
  const words = 'word '.repeat(25)
  expect(rulesBroken('README.md', `one\n${words}\n| ${words} |\n${'x'.repeat(130)}\n`)).toEqual([
    'lines-at-most-120-columns:2',
  ])
})

test('finds a page above 200 lines', () => {
  expect(rulesBroken('docs/swap.md', 'line\n'.repeat(201))).toEqual(['pages-at-most-200-lines:201'])
  expect(rulesBroken('docs/swap.md', 'line\n'.repeat(200))).toEqual([])
})

test('finds the subject that is one too many, and does not count the map and what is read beside it', () => {
  const full = Array.from({ length: 30 }, (_, index) => [`docs/${10 + index}.md`, '\n'] as const)
  const pages = new Map([
    ...full,
    ...['README', 'architecture', 'scaling', 'languages/de'].map((name) => [`docs/${name}.md`, '\n'] as const),
  ])
  expect(checkDocs(pages, here)).toEqual([])
  expect(checkDocs(new Map([...pages, ['docs/more.md', '\n'] as const]), here)).toEqual([
    { rule: 'at-most-30-subjects', path: 'docs/more.md', line: 1 },
  ])
})

test('refuses a glossary of more than 50 words', () => {
  const glossary = (words: number) =>
    checkDocs(new Map([['docs/glossary.md', '- **word**: a word.\n'.repeat(words)]]), here)
  expect(glossary(50)).toEqual([])
  expect(glossary(51)).toEqual([{ rule: 'glossary-at-most-50-words', path: 'docs/glossary.md', line: 51 }])
})
