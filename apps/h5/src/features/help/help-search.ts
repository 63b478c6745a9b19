import { plainLetters } from '../../shared/i18n/index.ts'
import { markdownBlocks } from '../../shared/page/markdown/index.ts'
import type { MarkdownBlock } from '../../shared/page/markdown/index.ts'
import type { Article } from './articles.ts'

/** A found article: the part of it that matched best, and an excerpt of that with the letters to emphasise. */
export interface HelpHit {
  readonly article: Article
  /** The number of the heading above, from 1 on; 0 for the beginning. */
  readonly part: number
  readonly excerpt: string
  /** End exclusive; both 0 where the title alone matched. */
  readonly from: number
  readonly to: number
}

interface Passage {
  readonly part: number
  readonly text: string
  readonly plain: string
}

/** An article as the search reads it. */
interface Searched {
  readonly article: Article
  readonly title: string
  readonly headings: string
  readonly passages: readonly Passage[]
  readonly whole: string
}

/** Letters before the match, where the excerpt begins inside a passage. */
const before = 24

/** Finds the articles that contain each word. The language need not have spaces. Titles come first, then headings. */
export function searchHelp(articles: readonly Article[], text: string): readonly HelpHit[] {
  const words = plainLetters(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const hasAll = (where: string) => words.every((word) => where.includes(word))
  return articles
    .map(searched)
    .filter(({ whole }) => hasAll(whole))
    .map((one) => ({ rank: hasAll(one.title) ? 0 : hasAll(`${one.title} ${one.headings}`) ? 1 : 2, one }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ one }) => hitIn(one, words))
}

/** Each article is prepared once. */
const prepared = new WeakMap<Article, Searched>()

function searched(article: Article): Searched {
  const known = prepared.get(article)
  if (known !== undefined) return known
  // Only the words of a link are searched, so its target does not matter.
  const blocks = markdownBlocks(article.text, (target) => target)
  let part = 0
  const passages = blocks.flatMap((block) => {
    if (block.kind === 'heading') part += 1
    const isOfPart = part
    return linesOf(block).map((text) => ({ part: isOfPart, text, plain: plainLetters(text) }))
  })
  const title = plainLetters(article.title)
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? linesOf(block) : []))
  const one = {
    article,
    title,
    headings: plainLetters(headings.join(' ')),
    passages,
    whole: [title, ...passages.map(({ plain }) => plain)].join(' '),
  }
  prepared.set(article, one)
  return one
}

function linesOf(block: MarkdownBlock): string[] {
  const lines = block.kind === 'list' ? block.items : [block.spans]
  return lines.map((spans) => spans.map(({ text }) => text).join(''))
}

/** The passage with the most of the words, the first one of several. */
function hitIn({ article, passages }: Searched, words: readonly string[]): HelpHit {
  const count = ({ plain }: Passage) => words.filter((word) => plain.includes(word)).length
  const most = Math.max(...passages.map(count))
  const best = passages.find((passage) => count(passage) === most)
  const word = words.find((one) => best?.plain.includes(one) === true)
  if (best === undefined || word === undefined)
    return { article, part: 0, excerpt: passages[0]?.text ?? '', from: 0, to: 0 }
  const at = best.plain.indexOf(word)
  const start = at <= before ? 0 : wordStart(best.text, at - before, at)
  const lead = start === 0 ? '' : '… '
  const from = at - start + lead.length
  return { article, part: best.part, excerpt: lead + best.text.slice(start), from, to: from + word.length }
}

/** The beginning of the next word; where there are no spaces, right here. */
function wordStart(text: string, from: number, to: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < to ? space + 1 : from
}
