/** The assets customers hold. The order is the ledger's asset code minus one (USD = 1, USDT = 2). */
export const assets = ['USD', 'USDT'] as const
export type Asset = (typeof assets)[number]

/** Units in one whole coin: every amount is an integer number of 10⁻⁶. */
export const unitsPerCoin = 1_000_000n
const unitDecimals = 6

/** Units in one hundredth: fees and profits are quantised to this. */
export const unitsPerCent = 10_000n

declare const amountBrand: unique symbol

/** An exact quantity of one asset, in units of 10⁻⁶. Amounts of two assets never meet in one operator. */
export interface Amount<A extends Asset = Asset> {
  readonly asset: A
  readonly units: bigint
  readonly [amountBrand]: true
}

/** Builds an amount from integer units of 10⁻⁶. */
export function amount<A extends Asset>(asset: A, units: bigint): Amount<A> {
  return { asset, units } as Amount<A>
}

/** Adds two amounts of one asset. Throws where an untyped caller mixes assets. */
export function add<A extends Asset>(left: Amount<A>, right: Amount<A>): Amount<A> {
  assertSameAsset(left, right)
  return amount(left.asset, left.units + right.units)
}

/** Subtracts two amounts of one asset. The result may be negative. */
export function subtract<A extends Asset>(left: Amount<A>, right: Amount<A>): Amount<A> {
  assertSameAsset(left, right)
  return amount(left.asset, left.units - right.units)
}

function assertSameAsset(left: Amount, right: Amount): void {
  if (left.asset !== right.asset) throw new Error(`cannot combine ${left.asset} with ${right.asset}`)
}

/**
 * Parses a decimal string ("12", "0.5", "-3.000001") into units of 10⁻⁶.
 * Returns null for anything else: exponents, blanks, signs of other scripts, more than six decimals, over 18 digits.
 */
export function parseUnits(text: string): bigint | null {
  return parseDecimal(text, unitDecimals)
}

/** Formats units of 10⁻⁶ as the shortest exact decimal string ("12", "0.5"): the wire form of money. */
export function formatUnits(units: bigint): string {
  if (units >= -maxSafeUnits && units <= maxSafeUnits) return formatSafeUnits(Number(units))
  const text = formatDecimal(units, unitDecimals)
  return text.replace(/\.?0+$/, '')
}

const maxSafeUnits = BigInt(Number.MAX_SAFE_INTEGER)
const unitsPerWhole = 10 ** unitDecimals

/** Formats without big integers and patterns, which cost several times as much: almost every amount is this small. */
function formatSafeUnits(units: number): string {
  const magnitude = Math.abs(units)
  const rest = magnitude % unitsPerWhole
  const whole = `${units < 0 ? '-' : ''}${(magnitude - rest) / unitsPerWhole}`
  if (rest === 0) return whole
  let fraction = String(rest + unitsPerWhole).slice(1)
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${whole}.${fraction}`
}

/** Parses a decimal string into an integer with `decimals` implied digits, or null when it does not fit exactly. */
export function parseDecimal(text: string, decimals: number): bigint | null {
  const match = /^(-?)(\d{1,18})(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  const magnitude = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -magnitude : magnitude
}

/** Formats an integer with `decimals` implied digits, all of them shown ("1.50" for 150n and 2). */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
