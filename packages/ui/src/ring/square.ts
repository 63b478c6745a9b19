/** The attributes of a square drawing that only decorates. */
export function square(sidePx: number) {
  return { width: sidePx, height: sidePx, viewBox: `0 0 ${sidePx} ${sidePx}`, 'aria-hidden': 'true' } as const
}
