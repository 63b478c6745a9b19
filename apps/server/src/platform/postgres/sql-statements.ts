/** One statement of an SQL file, without its semicolon. */
export interface SqlStatement {
  readonly text: string
  /** Where it begins, after the comments above it; 1 is the first line of the file. */
  readonly line: number
}

const opaque = [
  // A comment to the end of its line, a string, a quoted name, a dollar-quoted body.
  /--[^\n]*/y,
  /'(?:[^']|'')*'/y,
  /"[^"]*"/y,
  /\$(\w*)\$[\s\S]*?\$\1\$/y,
]

/**
 * Splits an SQL file into its statements. It does not know `begin atomic` bodies and nested comments: the files have
 * none.
 */
export function splitStatements(text: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let start = 0
  let position = 0
  while (position < text.length) {
    if (text[position] === ';') {
      statements.push(statementAt(text, start, position))
      start = position + 1
    }
    position = endOfOpaque(text, position) ?? position + 1
  }
  if (withoutComments(text.slice(start)).trim() !== '') statements.push(statementAt(text, start, text.length))
  return statements
}

function endOfOpaque(text: string, position: number): number | null {
  for (const pattern of opaque) {
    pattern.lastIndex = position
    if (pattern.test(text)) return pattern.lastIndex
  }
  return null
}

function statementAt(text: string, start: number, end: number): SqlStatement {
  const leading = /^(?:\s+|--[^\n]*)*/.exec(text.slice(start, end))?.[0].length ?? 0
  return {
    text: text.slice(start + leading, end),
    line: text.slice(0, start + leading).split('\n').length,
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*/g, '')
}
