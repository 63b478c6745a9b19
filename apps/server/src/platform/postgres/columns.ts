/** Converts a nullable bigint column that holds a time or a count. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
