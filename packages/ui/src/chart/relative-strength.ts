/**
 * The relative strength index of the known closes, from 0 to 100; null before there are `length` changes, and where
 * there is no close. The first averages of gains and losses are means, each later one is
 * (the one before × (length − 1) + the newest change) / length. Source: J. Welles Wilder, New Concepts in Technical
 * Trading Systems, 1978, section VI.
 */
export function relativeStrength(closes: readonly (number | null)[], length: number): (number | null)[] {
  let before: number | null = null
  let changes = 0
  let [gain, loss] = [0, 0]
  return closes.map((close) => {
    if (close === null) return null
    const change: number | null = before === null ? null : close - before
    before = close
    if (change === null) return null
    changes += 1
    const share = Math.min(changes, length)
    gain += (Math.max(0, change) - gain) / share
    loss += (Math.max(0, -change) - loss) / share
    if (changes < length) return null
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
  })
}
