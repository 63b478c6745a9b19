/** PostgreSQL could not be started. The message is one sentence that a person can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
