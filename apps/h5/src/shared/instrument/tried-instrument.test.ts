import { describe, expect, it } from 'vitest'
import { triedInstrument } from './tried-instrument.ts'

const open = (symbol: string) => ({ symbol, state: 'open', isHalted: false }) as const
const closed = (symbol: string) => ({ symbol, state: 'closed', isHalted: false }) as const
const halted = (symbol: string) => ({ ...open(symbol), isHalted: true })
const tried = (...all: Parameters<typeof triedInstrument>) => triedInstrument(...all)?.symbol ?? null

describe('the instrument of somebody who has chosen none', () => {
  it('is the one that never closes', () => {
    expect(tried([{ symbol: 'OIL' }], [closed('GAS'), open('OIL'), open('BTCUSDT')])).toBe('BTCUSDT')
  })

  it('is another open one where that is halted, a mover before the catalogue', () => {
    const all = [closed('GAS'), open('GOLD'), open('OIL'), halted('BTCUSDT')]
    expect(tried([{ symbol: 'GAS' }, { symbol: 'OIL' }], all)).toBe('OIL')
    expect(tried([], all)).toBe('GOLD')
  })

  it('is one that is closed only where none is open', () => {
    expect(tried([], [closed('GAS'), halted('BTCUSDT')])).toBe('BTCUSDT')
    expect(tried([], [])).toBeNull()
  })
})
