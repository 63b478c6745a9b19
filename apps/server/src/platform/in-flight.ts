export interface SharingOptions<Args extends readonly unknown[]> {
  /**
   * Calls with one key do not overlap. Without it, the key is the JSON of all arguments, so that only equal calls meet.
   */
  readonly keyOf?: (...args: Args) => string
  /**
   * Whether a call may share the result of the running call with its key. If not, it runs once that call has settled.
   */
  readonly isSame?: (running: Args, next: Args) => boolean
}

/** Wraps a function so that equal calls in flight share one execution and its result, rejections included. */
export function sharedInFlight<Args extends readonly unknown[], Value>(
  work: (...args: Args) => Promise<Value>,
  { keyOf = jsonKey, isSame = () => true }: SharingOptions<Args> = {},
): (...args: Args) => Promise<Value> {
  const running = new Map<string, { readonly args: Args; readonly result: Promise<Value> }>()
  return async (...args) => {
    const key = keyOf(...args)
    for (;;) {
      const call = running.get(key)
      if (call === undefined) break
      if (isSame(call.args, args)) return call.result
      await call.result.catch(() => undefined)
    }
    const result = work(...args).finally(() => running.delete(key))
    running.set(key, { args, result })
    return result
  }
}

function jsonKey(...args: readonly unknown[]): string {
  return JSON.stringify(args, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
