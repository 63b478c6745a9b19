import { markdownBlocks } from '../../page/markdown/index.ts'
import type { MarkdownBlock } from '../../page/markdown/index.ts'

/** A heading, a paragraph or an item of a list that only one of two versions has. */
export interface TextChange {
  readonly kind: 'added' | 'removed'
  readonly text: string
}

/** Changes below a heading; null above the first one. */
export interface ChangedPart {
  readonly heading: string | null
  readonly changes: readonly TextChange[]
}

/** What was added and removed between two versions of a Markdown text, by the newer version's headings. */
export function textChanges(older: string, newer: string): readonly ChangedPart[] {
  const parts: { heading: string | null; changes: TextChange[] }[] = [{ heading: null, changes: [] }]
  for (const { kind, line } of difference(linesOf(older), linesOf(newer))) {
    if (kind !== 'removed' && line.isHeading) parts.push({ heading: line.text, changes: [] })
    if (kind !== 'same') parts.at(-1)?.changes.push({ kind, text: line.text })
  }
  return parts.filter(({ changes }) => changes.length > 0)
}

interface Line {
  readonly text: string
  readonly isHeading: boolean
}

function linesOf(markdown: string): Line[] {
  return markdownBlocks(markdown).flatMap((block) =>
    textsOf(block).map((text) => ({ text, isHeading: block.kind === 'heading' })),
  )
}

function textsOf(block: MarkdownBlock): string[] {
  const lines = block.kind === 'list' ? block.items : [block.spans]
  return lines.map((spans) => spans.map((span) => span.text).join(''))
}

/** The lines of both texts in order, by their longest common subsequence; what was removed before what was added. */
function difference(older: readonly Line[], newer: readonly Line[]) {
  const common = commonLengths(older, newer)
  const lines: { kind: 'same' | TextChange['kind']; line: Line }[] = []
  let [from, to] = [0, 0]
  for (;;) {
    const [left, right] = [older[from], newer[to]]
    if (left !== undefined && right !== undefined && isSame(left, right)) {
      lines.push({ kind: 'same', line: right })
      from += 1
      to += 1
    } else if (
      left !== undefined &&
      (right === undefined || lengthAt(common, from + 1, to) >= lengthAt(common, from, to + 1))
    ) {
      lines.push({ kind: 'removed', line: left })
      from += 1
    } else if (right !== undefined) {
      lines.push({ kind: 'added', line: right })
      to += 1
    } else return lines
  }
}

/** The length of the longest common subsequence of the rest of both texts, from each pair of lines on. */
function commonLengths(older: readonly Line[], newer: readonly Line[]): readonly (readonly number[])[] {
  const lengths: number[][] = []
  for (const [from, left] of [...older.entries()].toReversed()) {
    const row: number[] = []
    for (const [to, right] of [...newer.entries()].toReversed()) {
      row[to] = isSame(left, right)
        ? lengthAt(lengths, from + 1, to + 1) + 1
        : Math.max(lengthAt(lengths, from + 1, to), row[to + 1] ?? 0)
    }
    lengths[from] = row
  }
  return lengths
}

function lengthAt(lengths: readonly (readonly number[])[], from: number, to: number): number {
  return lengths[from]?.[to] ?? 0
}

function isSame(left: Line, right: Line): boolean {
  return left.text === right.text && left.isHeading === right.isHeading
}
