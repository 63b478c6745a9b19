import { Glyph } from '@candor/ui'
import { commoditySigns } from './commodity-signs.ts'
import { glyphLetters } from './instrument-text.ts'
import type { NamedInstrument } from './instrument-text.ts'

/** The sign of an instrument: one plain object for a commodity, two currency signs for a pair. */
export function InstrumentGlyph({
  instrument,
  size = 'medium',
}: {
  readonly instrument: NamedInstrument
  readonly size?: 'medium' | 'small'
}) {
  const CommodityIcon = instrument.category === 'futures' ? commoditySigns[instrument.symbol]?.icon : undefined
  return (
    <Glyph size={size}>
      {CommodityIcon === undefined ? glyphLetters(instrument) : <CommodityIcon size={size === 'small' ? 18 : 20} />}
    </Glyph>
  )
}
