/** Half the height of a tag on the price axis, and of a label of the axis, in pixels. */
const halfTagPx = 9
const halfLabelPx = 7

/**
 * The labels of the price axis that a tag covers, wholly or in part; they are omitted. Two tags that would overlap are
 * placed side by side, as the library does. All in pixels from the top.
 */
export function coveredTicks(ticks: readonly number[], tags: readonly number[]): readonly number[] {
  const [first, second] = tags
  const standing = first === undefined || second === undefined ? tags : [first, besideTag(first, second)]
  return ticks.filter((tick) => standing.some((tag) => Math.abs(tick - tag) < halfTagPx + halfLabelPx))
}

function besideTag(first: number, second: number): number {
  const far = second - first
  if (Math.abs(far) >= 2 * halfTagPx) return second
  return first + (far > 0 ? 2 : -2) * halfTagPx
}
