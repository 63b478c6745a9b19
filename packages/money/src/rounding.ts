/** Integer division rounded towards minus infinity. Throws on a zero divisor. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const isInexact = dividend % divisor !== 0n
  return isInexact && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient
}

/** Integer division rounded towards plus infinity. Throws on a zero divisor. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  return -divFloor(-dividend, divisor)
}

/** Integer division rounded to nearest, ties to the even neighbour. Throws on a zero divisor. */
export function divHalfEven(dividend: bigint, divisor: bigint): bigint {
  const floor = divFloor(dividend, divisor)
  const twiceRemainder = 2n * (dividend - floor * divisor)
  const magnitude = divisor < 0n ? -divisor : divisor
  const distance = twiceRemainder < 0n ? -twiceRemainder : twiceRemainder
  if (distance !== magnitude) return distance > magnitude ? floor + 1n : floor
  return floor % 2n === 0n ? floor : floor + 1n
}
