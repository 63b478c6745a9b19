import { describe, expect, test } from 'vitest'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { receiptOf } from './receipt-model.ts'

const closed = { state: 'closed', entryPrice: '4074.60', settledSlot: 122, settledAtMs: 61_600 } as const

describe('a receipt', () => {
  test('does not exist for an open order', () => {
    expect(receiptOf(anOrder())).toBeNull()
  })

  test('says that the price ended lower and takes stake and fee', () => {
    const receipt = receiptOf(anOrder({ ...closed, result: 'lost', exitPrice: '4073.90', net: '-101' }))
    expect(receipt?.sentence).toEqual({ kind: 'moved', direction: 'up', side: 'below', distance: '0.70' })
    expect(receipt?.netUnits).toBe(-101_000_000n)
  })

  test('names the reason of a void contract, and whether its prices were averages', () => {
    const voided = anOrder({ ...closed, result: 'void', voidReason: 'feed-changed', net: '0' })
    expect(receiptOf(voided)?.sentence).toEqual({ kind: 'void', reason: 'feed-changed', hasAverages: true })
    const single = { ...voided, entryWindowSlots: 1, exitWindowSlots: 1 }
    expect(receiptOf(single)?.sentence).toMatchObject({ hasAverages: false })
  })

  test('has the same number of lines for every result, and their changes add up to the net', () => {
    const receipts = [
      receiptOf(anOrder({ ...closed, result: 'won', exitPrice: '4075.00', net: '84' })),
      receiptOf(anOrder({ ...closed, result: 'lost', exitPrice: '4074.00', net: '-101' })),
      receiptOf(anOrder({ ...closed, result: 'tie', exitPrice: '4074.60', net: '0' })),
      receiptOf(anOrder({ ...closed, result: 'void', voidReason: 'no-exit-price', net: '0' })),
    ]
    for (const receipt of receipts) {
      expect(receipt?.lines).toHaveLength(3)
      const changes = receipt?.lines.filter(({ isChange }) => isChange).reduce((sum, { units }) => sum + units, 0n)
      expect(changes).toBe(receipt?.netUnits)
    }
  })
})
