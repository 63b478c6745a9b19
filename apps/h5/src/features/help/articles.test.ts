// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import howTexts from '../../shared/page/how-it-works/messages/en.json' with { type: 'json' }
import { markdownBlocks } from '../../shared/page/markdown/index.ts'
import { articlesOf, readArticles } from './articles.ts'
import type { Article } from './articles.ts'
import { helpLink } from './help-link.ts'
import { articleNames, relatedTo } from './topics.ts'

const english = await readArticles('en')

/** The kinds of an article's blocks, with the number of items of a list: its shape in every language. */
const shapeOf = ({ text }: Article) =>
  markdownBlocks(text, helpLink).map((block) =>
    block.kind === 'list' ? `${block.isNumbered ? 'steps' : 'list'} of ${block.items.length}` : block.kind,
  )

/** The targets of everything that looks like a link, and those of the links that are drawn. */
const targetsOf = ({ text }: Article) =>
  [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target).toSorted()
const drawnLinks = ({ text }: Article) =>
  markdownBlocks(text, helpLink)
    .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.spans))
    .filter(({ kind }) => kind === 'link').length

const lettersOf = (articles: readonly Article[]) => articles.reduce((sum, { text }) => sum + text.length, 0)

/** Languages whose letters are syllables or words: a text takes less than half of the letters. */
const dense: readonly Language[] = ['zh', 'ja', 'ko']

describe.each(languages)('the help in %s', async (language) => {
  const articles = await readArticles(language)

  test('has each article once, in the order of the list, and none empty', () => {
    expect(articles.map(({ name }) => name)).toEqual(articleNames)
    for (const { name, title, text } of articles)
      expect({ name, isEmpty: title.trim() === '' || text.length < (dense.includes(language) ? 150 : 400) }).toEqual({
        name,
        isEmpty: false,
      })
  })

  test('has the headings, paragraphs and lists of the English articles', () => {
    const shapes = (of: readonly Article[]) => of.map((one) => ({ name: one.name, shape: shapeOf(one) }))
    expect(shapes(articles)).toEqual(shapes(english))
  })

  test('leads where the English articles do, to screens, articles and pages that exist', () => {
    const targets = (of: readonly Article[]) => of.map((one) => ({ name: one.name, targets: targetsOf(one) }))
    expect(targets(articles)).toEqual(targets(english))
    for (const one of articles)
      for (const target of targetsOf(one))
        expect({ target, leads: helpLink(target) !== null }).toEqual({ target, leads: true })
    for (const one of articles)
      expect({ name: one.name, links: drawnLinks(one) }).toEqual({ name: one.name, links: targetsOf(one).length })
  })

  test('is the language’s own', () => {
    if (language === 'en') return
    const paragraphs = new Set(english.flatMap(({ text }) => text.split('\n')))
    const same = articles.flatMap(({ text }) =>
      text.split('\n').filter((line) => line.length > 30 && paragraphs.has(line)),
    )
    expect(same).toEqual([])
    expect(lettersOf(articles)).toBeGreaterThan(lettersOf(english) / (dense.includes(language) ? 4 : 2))
  })
})

test('has at least 20 articles, each with others to read next', () => {
  expect(articleNames.length).toBeGreaterThanOrEqual(20)
  for (const name of articleNames) {
    expect(relatedTo(name).length).toBeGreaterThan(0)
    expect(relatedTo(name)).not.toContain(name)
  }
})

test('explains each list that says how it works', () => {
  expect(articleNames).toEqual(expect.arrayContaining(Object.keys(howTexts)))
})

test('takes no article without a known name', () => {
  expect(articlesOf('# A {#swap}\n\nText.\n\n# B {#nothing}\n\nText.\n\n# C\n\nText.')).toEqual([
    { name: 'swap', title: 'A', text: 'Text.' },
  ])
})

test.each([
  'screen:nowhere',
  'help:nothing',
  'page:api',
  'screen:',
  '/api/',
  'https://example.com/',
  'javascript:alert',
])('does not lead to %s', (target) => expect(helpLink(target)).toBeNull())
