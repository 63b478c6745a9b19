import type { OutputOf, operatorForesight } from '@candor/api/operator'
import { chanceBandPpm } from '@candor/formulas'

type Share = OutputOf<typeof operatorForesight>['customers'][number]['share']

/** Where shares lie in drawings that one another's rows can be compared in. */
export interface BandScale {
  readonly width: number
  /** The place of a share in millionths. */
  readonly x: (ppm: number) => number
}

const width = 120
const marginPx = 6
/** The least that a drawing spans on either side of one half, so that few contracts do not look like none. */
const leastSpanPpm = 60_000

/** A scale around one half that holds every share, what chance explains of it, and its break-even. */
export function bandScale(shares: readonly Share[]): BandScale {
  const drawn = shares.flatMap(({ contracts, rightBps, breakEvenBps }) => [
    chanceBandPpm(BigInt(contracts)).toPpm,
    rightBps * 100,
    breakEvenBps * 100,
  ])
  const span = Math.max(leastSpanPpm, ...drawn.map((ppm) => Math.abs(ppm - 500_000)))
  return { width, x: (ppm) => width / 2 + ((ppm - 500_000) / span) * (width / 2 - marginPx) }
}
