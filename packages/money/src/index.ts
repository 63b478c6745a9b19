/** Money and prices as exact integers: the root that every other package may use. */
export {
  add,
  amount,
  assets,
  formatAmount,
  formatDecimal,
  formatUnits,
  isAtLeast,
  isSameAmount,
  negate,
  parseAmount,
  parseDecimal,
  parseUnits,
  parseUnitsOf,
  parseUnitsOfEach,
  subtract,
  units,
  unitsOfEach,
  unitsPerCent,
  unitsPerCoin,
} from './amount.ts'
export type { Amount, Asset, Units, UnitsOfEach } from './amount.ts'
export { parsePrice } from './price.ts'
export type { Price } from './price.ts'
export { divCeil, divFloor, divHalfEven } from './rounding.ts'
