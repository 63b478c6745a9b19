/** Land and borders as the build packs them (`vite/packed-lines.ts`). */
export interface Outline {
  readonly perDegree: number
  readonly land: string
  readonly borders: string
}

/** Latitude and longitude. */
export type Corner = [number, number]

const firstCode = 63
const bitsPerSign = 5
const moreFollow = 1 << bitsPerSign

/** Reads packed lines: the number of points of each, then their steps on the grid. */
export function unpackLines(text: string, perDegree: number): Corner[][] {
  const lines: Corner[][] = []
  const numbers = unpackNumbers(text)
  for (let at = 0; at < numbers.length;) {
    const end = at + 1 + 2 * (numbers[at] ?? 0)
    const line: Corner[] = []
    let [x, y] = [0, 0]
    for (at += 1; at < end; at += 2) {
      x += numbers[at] ?? 0
      y += numbers[at + 1] ?? 0
      line.push([y / perDegree, x / perDegree])
    }
    lines.push(line)
  }
  return lines
}

function unpackNumbers(text: string): number[] {
  const numbers: number[] = []
  let [value, factor] = [0, 1]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at) - firstCode
    value += (sign % moreFollow) * factor
    factor *= moreFollow
    if (sign >= moreFollow) continue
    numbers.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2)
    ;[value, factor] = [0, 1]
  }
  return numbers
}
