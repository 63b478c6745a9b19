/**
 * A log cannot be continued without a person, or a second history might be signed. The message is one sentence for the
 * operator.
 */
export class LogStopped extends Error {
  override readonly name = 'LogStopped'
}
