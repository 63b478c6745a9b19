/** The share in time as a percentage with one decimal, cut and never rounded up; null without data. */
export function inTimePercent({
  done,
  inTime,
}: {
  readonly done: number
  readonly inTime: number | null
}): `${number}` | null {
  if (done <= 0 || inTime === null) return null
  const permille = Math.floor((inTime * 1_000) / done)
  return `${Math.floor(permille / 10)}.${permille % 10}` as `${number}`
}

/**
 * A measured duration in the coarsest meaningful unit: whole seconds below two minutes, minutes below two hours, hours
 * above; rounded up.
 */
export function roundedSpanMs(spanMs: number): number {
  const unitMs = spanMs < 120_000 ? 1_000 : spanMs < 7_200_000 ? 60_000 : 3_600_000
  return Math.max(1, Math.ceil(spanMs / unitMs)) * unitMs
}
