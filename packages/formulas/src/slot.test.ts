import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotAt, slotEndMs, slotStartMs } from './slot.ts'

const genesisMs = 1_700_000_000_000

describe('slots', () => {
  it('starts slot 0 at genesis and turns every 500 ms', () => {
    expect(slotAt(genesisMs, genesisMs)).toBe(0)
    expect(slotAt(genesisMs + 499, genesisMs)).toBe(0)
    expect(slotAt(genesisMs + 500, genesisMs)).toBe(1)
    expect(slotAt(genesisMs - 1, genesisMs)).toBe(-1)
  })

  it('holds every instant between the start and the end of its slot', () => {
    fc.assert(
      fc.property(fc.integer({ min: genesisMs, max: genesisMs * 2 }), (unixMs) => {
        const slot = slotAt(unixMs, genesisMs)
        expect(slotStartMs(slot, genesisMs)).toBeLessThanOrEqual(unixMs)
        expect(slotEndMs(slot, genesisMs)).toBeGreaterThan(unixMs)
      }),
    )
  })
})
