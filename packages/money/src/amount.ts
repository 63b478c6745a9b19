/** The assets customers hold. The order is the ledger's asset code minus one (USD = 1, USDT = 2). */
export const assets = ['USD', 'USDT'] as const
export type Asset = (typeof assets)[number]

/** Units in one whole coin: every amount is an integer number of 10⁻⁶. */
export const unitsPerCoin = 1_000_000n
const unitDecimals = 6

/** Units in one hundredth: fees and profits are quantised to this. */
export const unitsPerCent = 10_000n

declare const unitsOf: unique symbol

/**
 * Units of one asset: an integer number of 10⁻⁶. The brand keeps units of two assets, ids, prices and plain integers
 * apart; arithmetic gives a plain integer, to which `units` gives its asset again.
 */
export type Units<A extends Asset> = bigint & { readonly [unitsOf]: (asset: A) => A }

/** Declares an integer to be units of an asset: a column of the ledger, or the result of a calculation. */
export function units<A extends Asset>(_asset: A, value: bigint): Units<A> {
  return value as Units<A>
}

/** Units that count alike in each asset, such as the stake limits of contract terms. */
export type UnitsOfEach = Units<'USD'> & Units<'USDT'>

/** Declares an integer to be units that count alike in each asset. */
export function unitsOfEach(value: bigint): UnitsOfEach {
  return value as UnitsOfEach
}

/** Units with their asset, for places that serve every asset. */
export type Amount = { readonly [A in Asset]: { readonly asset: A; readonly units: Units<A> } }[Asset]

/** Builds an amount from integer units of 10⁻⁶. */
export function amount(asset: Asset, value: bigint): Amount {
  return asset === 'USD' ? { asset, units: units(asset, value) } : { asset, units: units(asset, value) }
}

/** Adds two amounts of one asset. Throws for amounts of two assets. */
export function add(left: Amount, right: Amount): Amount {
  assertSameAsset(left, right)
  return amount(left.asset, left.units + right.units)
}

/** The same amount with the other sign. */
export function negate(negated: Amount): Amount {
  return amount(negated.asset, 0n - negated.units)
}

/** Subtracts two amounts of one asset. The result may be negative. Throws for amounts of two assets. */
export function subtract(left: Amount, right: Amount): Amount {
  assertSameAsset(left, right)
  return amount(left.asset, left.units - right.units)
}

/** Whether an amount is at least another one. Throws for amounts of two assets. */
export function isAtLeast(left: Amount, right: Amount): boolean {
  assertSameAsset(left, right)
  return left.units >= right.units
}

/** Whether two amounts are equal, their assets included. */
export function isSameAmount(left: Amount, right: Amount): boolean {
  return left.asset === right.asset && left.units === right.units
}

function assertSameAsset(left: Amount, right: Amount): void {
  if (left.asset !== right.asset) throw new Error(`cannot combine ${left.asset} with ${right.asset}`)
}

/** Parses a decimal string into an amount of an asset; null where it is none. */
export function parseAmount(asset: Asset, text: string): Amount | null {
  const value = parseUnits(text)
  return value === null ? null : amount(asset, value)
}

/** Parses a decimal string into units of an asset; null where it is none. */
export function parseUnitsOf<A extends Asset>(asset: A, text: string): Units<A> | null {
  const value = parseUnits(text)
  return value === null ? null : units(asset, value)
}

/** Parses a decimal string into units that count alike in each asset; null where it is none. */
export function parseUnitsOfEach(text: string): UnitsOfEach | null {
  const value = parseUnits(text)
  return value === null ? null : unitsOfEach(value)
}

/** Formats an amount without its asset ("12.5"). */
export function formatAmount(shown: Amount): string {
  return formatUnits(shown.units)
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
