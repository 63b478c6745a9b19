/** The size of a file in megabytes with one decimal, rounded up: a file is never shown smaller than it is. */
export function megabytes(bytes: number): string {
  const tenths = Math.max(1, Math.ceil(bytes / 100_000))
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}
