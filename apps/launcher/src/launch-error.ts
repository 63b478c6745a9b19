/** Candor cannot start. The message is one sentence that a person can act on. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
}
