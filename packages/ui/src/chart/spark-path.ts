/** A drawing box with its values: the open line, too, must fit into it. */
export interface SparkBox {
  readonly width: number
  readonly height: number
  readonly values: readonly number[]
  readonly open: number | null
}

const paddingPx = 2

/** The vertical position of a price in the box, one decimal. A flat line lies in the middle. */
export function sparkY(box: SparkBox, value: number): number {
  const all = box.open === null ? box.values : [...box.values, box.open]
  const low = Math.min(...all)
  const high = Math.max(...all)
  if (high === low) return box.height / 2
  const y = box.height - paddingPx - ((value - low) / (high - low)) * (box.height - 2 * paddingPx)
  return Math.round(y * 10) / 10
}

/** The line through all values, evenly spaced; empty for fewer than two. */
export function sparkPath(box: SparkBox): string {
  if (box.values.length < 2) return ''
  const stepPx = box.width / (box.values.length - 1)
  return box.values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${Math.round(index * stepPx * 10) / 10} ${sparkY(box, value)}`)
    .join('')
}
