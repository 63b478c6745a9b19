/** A part of a line: plain or bold text, or a link to a page or a mailbox. */
export type MarkdownSpan =
  | { readonly kind: 'text' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A block of a text: headings of three levels, paragraphs, and lists. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly MarkdownSpan[])[] }

const listItem = /^(?:[-*]|(\d{1,3})\.) +/

/**
 * The blocks of a Markdown text, as far as legal texts need it: headings, paragraphs, lists, bold, links. Everything
 * else, HTML among it, stays the text that it is.
 */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  return markdown.split(/\n{2,}/).flatMap((block) => blocksOf(block.split('\n').filter((line) => line.trim() !== '')))
}

function blocksOf(lines: readonly string[]): MarkdownBlock[] {
  const [first, ...rest] = lines
  if (first === undefined) return []
  const heading = /^(#{1,3}) +(.*)$/.exec(first)
  if (heading !== null) {
    const [, marks = '', text = ''] = heading
    const level = marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3
    return [{ kind: 'heading', level, spans: spansOf(text) }, ...blocksOf(rest)]
  }
  const starts = lines.findIndex((line) => listItem.test(line))
  if (starts > 0) return [paragraph(lines.slice(0, starts)), ...blocksOf(lines.slice(starts))]
  return [starts === 0 ? list(lines) : paragraph(lines)]
}

function paragraph(lines: readonly string[]): MarkdownBlock {
  return { kind: 'paragraph', spans: spansOf(lines.map((line) => line.trim()).join(' ')) }
}

/** A line without a mark goes on with the item before it. */
function list(lines: readonly string[]): MarkdownBlock {
  const items: string[] = []
  for (const line of lines) {
    if (listItem.test(line)) items.push(line.replace(listItem, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return {
    kind: 'list',
    isNumbered: listItem.exec(lines[0] ?? '')?.[1] !== undefined,
    items: items.map(spansOf),
  }
}

const mark = /\*\*(.+?)\*\*|\[([^\]]+)\]\(((?:https:\/\/|mailto:)[^\s)]+)\)/g

function spansOf(text: string): MarkdownSpan[] {
  const spans: MarkdownSpan[] = []
  let done = 0
  for (const found of text.matchAll(mark)) {
    if (found.index > done) spans.push({ kind: 'text', text: text.slice(done, found.index) })
    const [all, bold, label = '', href] = found
    spans.push(href === undefined ? { kind: 'bold', text: bold ?? '' } : { kind: 'link', text: label, href })
    done = found.index + all.length
  }
  if (done < text.length) spans.push({ kind: 'text', text: text.slice(done) })
  return spans
}
