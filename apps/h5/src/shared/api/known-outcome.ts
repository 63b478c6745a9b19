import type { CallResult } from '@candor/client'

/** Whether a failed call may have taken effect. */
export function isOutcomeUnknown(error: string): boolean {
  return ['network', 'unreadable', 'unknown', 'outcome-unknown', 'system-error', 'system-timeout'].includes(error)
}

/** Pauses before the same request is sent again. */
const repeatPausesMs = [1_000, 3_000] as const

/** Sends a call, and repeats it while its outcome is unknown. `send` keeps one request id, so it takes effect once. */
export async function sendUntilKnown<Value>(
  send: () => Promise<CallResult<Value>>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<CallResult<Value>> {
  let result = await send()
  for (const pauseMs of repeatPausesMs) {
    if (result.ok || !isOutcomeUnknown(result.error)) break
    await pause(pauseMs)
    result = await send()
  }
  return result
}
