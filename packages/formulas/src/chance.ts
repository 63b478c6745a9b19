import { divCeil } from '@candor/money'

/** Shares are in millionths. */
const one = 1_000_000n

/** The 99.5th percentile of the normal distribution, in millionths: between it and its negative lie 99 of 100. */
const z99 = 2_575_829n

/** A share in millionths, rounded half up. `all` is at least 1. */
export function sharePpm(part: bigint, all: bigint): number {
  return Number((2n * part * one + all) / (2n * all))
}

/**
 * The shares between which chance alone keeps the wins of 99 of 100 groups of `contracts` decided contracts, where up
 * and down are equally likely: 1/2 ± z / (2 √n), outwards. A measured share lies outside exactly where its Wilson score
 * interval of 99 % does not contain 1/2. Contracts on the same seconds win or lose together, so the true band is wider.
 * Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
 */
export function chanceBandPpm(contracts: bigint): { readonly fromPpm: number; readonly toPpm: number } {
  if (contracts < 1n) throw new RangeError('a group without contracts has no band')
  const half = rootUp((z99 * z99) / (4n * contracts) + 1n)
  const width = half < one / 2n ? half : one / 2n
  return { fromPpm: Number(one / 2n - width), toPpm: Number(one / 2n + width) }
}

/**
 * How far chance alone moves the house's result from its mean in at most 1 of 100 groups of contracts, in units, rounded
 * up; on either side. A contract moves `stake + profit` between losing and winning, each with chance 1/2, so its variance
 * is a quarter of the square of that, and the variances of contracts add up: z √(Σ (stake + profit)²) / 2. `moved` is the
 * sum of stakes and profits, of which one half is all that a group can move. Contracts on the same seconds win or lose
 * together, so the true spread is wider.
 */
export function chanceSpread({ moved, squares }: { readonly moved: bigint; readonly squares: bigint }): bigint {
  const spread = rootUp(divCeil(z99 * z99 * squares, 4n * one * one))
  const most = divCeil(moved, 2n)
  return spread < most ? spread : most
}

/** The smallest integer whose square is at least `value`. */
function rootUp(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root < value) root += 1n
  while (root > 0n && (root - 1n) * (root - 1n) >= value) root -= 1n
  return root
}
