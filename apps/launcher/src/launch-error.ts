/** Candor cannot start. The message is one actionable sentence. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
}

/** The code of an error of Node or PostgreSQL; the whole error as text where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
