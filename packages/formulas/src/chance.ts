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
 * How far chance alone moves the house's result from its mean in at most 1 of 100 groups of contracts, in units,
 * rounded up; on either side. A contract moves `stake + profit` between losing and winning, each with chance 1/2, so
 * its variance is a quarter of the square of that, and the variances of contracts add up: z √(Σ (stake + profit)²) / 2.
 * `moved` is the sum of stakes and profits, of which one half is all that a group can move. Contracts on the same
 * seconds win or lose together, so the true spread is wider.
 */
export function chanceSpread({ moved, squares }: { readonly moved: bigint; readonly squares: bigint }): bigint {
  const spread = rootUp(divCeil(z99 * z99 * squares, 4n * one * one))
  const most = divCeil(moved, 2n)
  return spread < most ? spread : most
}

/** The 97.5th percentile of the normal distribution, in millionths: between it and its negative lie 95 of 100. */
const z95 = 1_959_964n

/**
 * The wins between which coin flips end in 95 of 100 groups of `contracts`: n/2 ± z √n / 2, inwards. A number of wins
 * lies between them exactly where its Wilson score interval of 95 % contains 1/2. Source: as above.
 */
export function coinFlipWins(contracts: bigint): { readonly from: bigint; readonly to: bigint } {
  if (contracts < 1n) throw new RangeError('a group without contracts has no band')
  const root = rootUp(z95 * z95 * contracts)
  const spread = (root * root === z95 * z95 * contracts ? root : root - 1n) / one
  return { from: (contracts - spread + 1n) / 2n, to: (contracts + spread) / 2n }
}

/** What groups of contracts are counted by. The sums of stakes, fees and profits are those of decided contracts. */
export interface ContractSums<Value = bigint> {
  readonly won: Value
  readonly lost: Value
  readonly tied: Value
  readonly voided: Value
  readonly staked: Value
  readonly fees: Value
  readonly profits: Value
  readonly net: Value
}

/** The sums of groups of contracts. */
export function sumOfGroups(groups: readonly ContractSums<bigint | number>[]): ContractSums {
  const sum = (name: keyof ContractSums) => groups.reduce((total, group) => total + BigInt(group[name]), 0n)
  return {
    won: sum('won'),
    lost: sum('lost'),
    tied: sum('tied'),
    voided: sum('voided'),
    staked: sum('staked'),
    fees: sum('fees'),
    profits: sum('profits'),
    net: sum('net'),
  }
}

/** Sums over decided contracts in one asset, of at least one. */
export interface DecidedSums {
  /** Stakes and fees: what was paid for the contracts. */
  readonly paid: bigint
  /** Stakes and profits: what they would have returned, had all been won. */
  readonly returned: bigint
  readonly contracts: bigint
}

/**
 * The share of wins at which contracts come to nothing, and the wins that make it: Σ (S + f) / Σ (S + r S), as of one
 * contract. Where stakes differ, each weighs as much as its stake.
 */
export function breakEven({ paid, returned, contracts }: DecidedSums): { readonly ppm: number; readonly wins: bigint } {
  return { ppm: sharePpm(paid, returned), wins: (contracts * paid + returned - 1n) / returned }
}

/** The smallest integer whose square is at least `value`. */
function rootUp(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root < value) root += 1n
  while (root > 0n && (root - 1n) * (root - 1n) >= value) root -= 1n
  return root
}
