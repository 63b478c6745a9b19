import { lazy, Suspense } from 'react'
import { Glyph } from '@candor/ui'
import type { CommodityIconProps } from './commodity-icon.tsx'
import { glyphLetters } from './instrument-labels.ts'
import type { NamedInstrument } from './instrument-labels.ts'

/** Twenty-six outlines that only a list of commodities needs. Without them the letters are shown. */
const CommodityIcon = lazy(() =>
  import('./commodity-icon.tsx').then(
    (module) => ({ default: module.CommodityIcon }),
    () => ({ default: ({ letters }: CommodityIconProps) => letters }),
  ),
)

/** The sign of an instrument: one plain object for a commodity, two currency signs for a pair. */
export function InstrumentGlyph({
  instrument,
  size = 'medium',
}: {
  readonly instrument: NamedInstrument
  readonly size?: 'medium' | 'small'
}) {
  const letters = glyphLetters(instrument)
  return (
    <Glyph size={size}>
      {instrument.category === 'futures' ? (
        <Suspense fallback={null}>
          <CommodityIcon symbol={instrument.symbol} size={size === 'small' ? 18 : 20} letters={letters} />
        </Suspense>
      ) : (
        letters
      )}
    </Glyph>
  )
}
