/** PostgreSQL could not be started. The message is one actionable sentence. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
