/** A shown price in two parts: the unchanged start, and everything from the first changed character. */
export interface SplitPrice {
  readonly head: string
  readonly tail: string
}

/**
 * Splits the new text at the first character that differs from the old one. Both are formatted, so grouping marks
 * count.
 */
export function changedTail(before: string, after: string): SplitPrice {
  let same = 0
  while (same < after.length && before[same] === after[same]) same += 1
  return { head: after.slice(0, same), tail: after.slice(same) }
}

/**
 * At most two changes a second per row: a third is held back and joins the next. Shorter than a slot, because otherwise
 * every row would delay a slightly early frame on its own timer, and the page would be drawn once per row.
 */
export const minimumChangeMs = 400

/** How long a change must wait after the last one that was shown. */
export function changeDelayMs(lastShownMs: number, nowMs: number): number {
  return Math.max(0, lastShownMs + minimumChangeMs - nowMs)
}
