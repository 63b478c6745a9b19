/** `?`, so that every character is between it and `~`: five bits each, and one that says whether more follow. */
const firstCode = 63
const bitsPerSign = 5
const moreFollow = 1 << bitsPerSign

/**
 * Encodes lines of longitude and latitude as text: the number of points of each, then their steps on a grid of
 * `perDegree` lines per degree.
 */
export function packLines(lines: readonly (readonly (readonly number[])[])[], perDegree: number): string {
  return lines.map((line) => packLine(line, perDegree)).join('')
}

function packLine(line: readonly (readonly number[])[], perDegree: number): string {
  let [atX, atY] = [0, 0]
  const steps: number[] = []
  for (const [lng = 0, lat = 0] of line) {
    const [x, y] = [Math.round(lng * perDegree), Math.round(lat * perDegree)]
    if (steps.length > 0 && x === atX && y === atY) continue
    steps.push(x - atX, y - atY)
    ;[atX, atY] = [x, y]
  }
  // A line smaller than the grid is a point, and dropped.
  return steps.length < 4 ? '' : [steps.length / 2, ...steps].map(packNumber).join('')
}

function packNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  let text = ''
  while (rest >= moreFollow) {
    text += String.fromCharCode(firstCode + moreFollow + (rest % moreFollow))
    rest = Math.floor(rest / moreFollow)
  }
  return text + String.fromCharCode(firstCode + rest)
}
