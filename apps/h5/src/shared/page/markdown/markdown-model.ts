/** A part of a line: plain or bold text, or a link to a page or a mailbox. */
export type MarkdownSpan =
  | { readonly kind: 'text' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A block of a text: headings of three levels, paragraphs, and lists. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly MarkdownSpan[])[] }

/** The address that a link's target stands for; null where it is none, and stays the text that it is. */
export type LinkTo = (target: string) => string | null

/** Pages and mailboxes, by their full addresses. */
const outside: LinkTo = (target) => (/^(?:https:\/\/|mailto:)/.test(target) ? target : null)

const listItem = /^(?:[-*]|(\d{1,3})\.) +/

/**
 * The blocks of a Markdown text, as far as legal texts and help need it: headings, paragraphs, lists, bold, links.
 * Everything else, HTML among it, stays the text that it is.
 */
export function markdownBlocks(markdown: string, linkTo: LinkTo = outside): MarkdownBlock[] {
  const spansOf = (text: string) => spansIn(text, linkTo)
  return markdown.split(/\n{2,}/).flatMap((block) =>
    blocksOf(
      block.split('\n').filter((line) => line.trim() !== ''),
      spansOf,
    ),
  )
}

type SpansOf = (text: string) => MarkdownSpan[]

function blocksOf(lines: readonly string[], spansOf: SpansOf): MarkdownBlock[] {
  const [first, ...rest] = lines
  if (first === undefined) return []
  const heading = /^(#{1,3}) +(.*)$/.exec(first)
  if (heading !== null) {
    const [, marks = '', text = ''] = heading
    const level = marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3
    return [{ kind: 'heading', level, spans: spansOf(text) }, ...blocksOf(rest, spansOf)]
  }
  const starts = lines.findIndex((line) => listItem.test(line))
  if (starts > 0) return [paragraph(lines.slice(0, starts), spansOf), ...blocksOf(lines.slice(starts), spansOf)]
  return [starts === 0 ? list(lines, spansOf) : paragraph(lines, spansOf)]
}

function paragraph(lines: readonly string[], spansOf: SpansOf): MarkdownBlock {
  return { kind: 'paragraph', spans: spansOf(lines.reduce(continued, '')) }
}

/** Letters of Chinese and Japanese, and their punctuation: no space belongs between two of them. */
const wide = String.raw`[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF]`
const unspaced = new RegExp(`${wide} ${wide}$`)

/** A text with its next line, with a space between them where the language has one. */
function continued(text: string, line: string): string {
  const next = line.trim()
  const hasSpace = text !== '' && !unspaced.test(`${text.slice(-1)} ${next.slice(0, 1)}`)
  return text + (hasSpace ? ' ' : '') + next
}

/** A line without a mark goes on with the item before it. */
function list(lines: readonly string[], spansOf: SpansOf): MarkdownBlock {
  const items: string[] = []
  for (const line of lines) {
    if (listItem.test(line)) items.push(line.replace(listItem, ''))
    else items.push(continued(items.pop() ?? '', line))
  }
  return {
    kind: 'list',
    isNumbered: listItem.exec(lines[0] ?? '')?.[1] !== undefined,
    items: items.map(spansOf),
  }
}

const mark = /\*\*(.+?)\*\*|\[([^\]]+)\]\(([^\s)]+)\)/g

function spansIn(text: string, linkTo: LinkTo): MarkdownSpan[] {
  const spans: MarkdownSpan[] = []
  let done = 0
  for (const found of text.matchAll(mark)) {
    const [all, bold, label = '', target = ''] = found
    const href = bold === undefined ? linkTo(target) : null
    if (bold === undefined && href === null) continue
    if (found.index > done) spans.push({ kind: 'text', text: text.slice(done, found.index) })
    spans.push(href === null ? { kind: 'bold', text: bold ?? '' } : { kind: 'link', text: label, href })
    done = found.index + all.length
  }
  if (done < text.length) spans.push({ kind: 'text', text: text.slice(done) })
  return spans
}
