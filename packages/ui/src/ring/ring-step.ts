/** Drawing faster shows nothing more: every step redraws the screen, and slow phones then lag by seconds. */
const leastStepMs = 50
const mostStepMs = 1_000

/**
 * How often a ring is drawn: each time its head has moved by a pixel, yet at most twenty times a second and at least
 * once.
 */
export function ringStepMs(durationMs: number, circumferencePx: number): number {
  return Math.min(mostStepMs, Math.max(leastStepMs, durationMs / circumferencePx))
}
