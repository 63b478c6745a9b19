/** Money and prices as exact integers: the root that every other package may use. */
export {
  add,
  amount,
  assets,
  formatDecimal,
  formatUnits,
  parseDecimal,
  parseUnits,
  subtract,
  unitsPerCent,
  unitsPerCoin,
} from './amount.ts'
export type { Amount, Asset } from './amount.ts'
export { formatPrice, parsePrice } from './price.ts'
export type { Price } from './price.ts'
export { divCeil, divFloor, divHalfEven } from './rounding.ts'
