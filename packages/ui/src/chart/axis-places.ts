/** From the middle of one tag on the price axis to the next, and from a tag to a label of the axis, in pixels. */
const leastTagPx = 22
const leastLabelPx = 17
/** Half the height of a tag. */
export const halfTagPx = 10

/** Two places that are at least so far apart: where they are nearer, both give way by the same distance. */
export function apart(first: number, second: number, leastPx: number): readonly [number, number] {
  const missing = Math.max(0, leastPx - Math.abs(second - first)) / 2
  return second < first ? [first + missing, second - missing] : [first - missing, second + missing]
}

/** Where the tags of two prices are drawn on an axis, in pixels from its top; null where a price is out of sight. */
export function tagPlaces(
  [first, second]: readonly [number | null, number | null],
  heightPx: number,
): readonly [number | null, number | null] {
  const inSight = (y: number | null) => (y === null || y < 0 || y > heightPx ? null : within(y, heightPx))
  const [one, other] = [inSight(first), inSight(second)]
  if (one === null || other === null) return [one, other]
  const [left, right] = apart(one, other, leastTagPx)
  // Both move together where one would leave the axis.
  const by = within(Math.min(left, right), heightPx) - Math.min(left, right)
  const back = within(Math.max(left, right) + by, heightPx) - Math.max(left, right)
  return [left + back, right + back]
}

function within(y: number, heightPx: number): number {
  return Math.max(halfTagPx, Math.min(heightPx - halfTagPx, y))
}

/** Whether a label of the axis is far enough from every tag: half under one, it would be read wrongly. */
export function isFree(label: number, tags: readonly (number | null)[]): boolean {
  return tags.every((tag) => tag === null || Math.abs(label - tag) >= leastLabelPx)
}
