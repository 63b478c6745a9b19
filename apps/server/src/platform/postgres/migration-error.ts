import pg from 'pg'

/** A migration cannot be applied. The message is one sentence that a person can act on. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** PostgreSQL's error for a text that begins at `line` of a file, with the path and the line of the error. */
export function failureAt(path: string, line: number, text: string, error: unknown): MigrationError {
  const message = error instanceof Error ? error.message : String(error)
  return new MigrationError(`${path}, line ${line + linesBefore(text, error)}: ${message}`, { cause: error })
}

function linesBefore(text: string, error: unknown): number {
  if (!(error instanceof pg.DatabaseError)) return 0
  const { internalQuery, internalPosition, position } = error
  // A body that is checked apart is a part of the text, and the position counts from its beginning.
  if (internalQuery !== undefined && internalPosition !== undefined && text.includes(internalQuery))
    return lineBreaks(text.slice(0, text.indexOf(internalQuery) + Number(internalPosition) - 1))
  return position === undefined ? 0 : lineBreaks(text.slice(0, Number(position) - 1))
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1
}
