/** Candor cannot start. The message is one actionable sentence. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
}
