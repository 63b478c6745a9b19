import type { CallResult } from '@candor/api/call'

/** Whether a call may have had its effect although its answer does not say so. */
export function isOutcomeUnknown(error: string): boolean {
  return ['network', 'unreadable', 'unknown', 'outcome-unknown', 'system-error', 'system-timeout'].includes(error)
}

/** Pauses before the very same request is sent again because nobody knows what became of it. */
const repeatPausesMs = [1_000, 3_000] as const

/** Sends a call, and again while its outcome is unknown. `send` keeps one request id, so that it counts once. */
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
