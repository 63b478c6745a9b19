/** A shown price in two parts: what stayed the same, and everything from the first changed character to the end. */
export interface SplitPrice {
  readonly head: string
  readonly tail: string
}

/** Splits the new text at the first character that differs from the old one. Both are formatted, so grouping marks count. */
export function changedTail(before: string, after: string): SplitPrice {
  let same = 0
  while (same < after.length && before[same] === after[same]) same += 1
  return { head: after.slice(0, same), tail: after.slice(same) }
}

/**
 * Two changes a second and row at most: a third is held back and joins the next. Shorter than a slot, or a frame that comes a little
 * early would be held back by every row on a timer of its own, and the page drawn once for each.
 */
export const minimumChangeMs = 400

/** How long a change must wait after the last one that was shown. */
export function changeDelayMs(lastShownMs: number, nowMs: number): number {
  return Math.max(0, lastShownMs + minimumChangeMs - nowMs)
}
