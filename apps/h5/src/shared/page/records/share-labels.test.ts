import { describe, expect, test, vi } from 'vitest'
import { shareText } from './share-labels.ts'

const receipt = { title: 'Receipt', text: 'BTC/USDT, up: +84.00' }
const fails = (name: string) => async () => {
  throw new DOMException('no', name)
}

describe('sharing a record', () => {
  test('offers it to other apps where the browser can', async () => {
    const copy = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    expect(await shareText(receipt, { share: async () => undefined, copy })).toBe('shared')
    expect(copy).not.toHaveBeenCalled()
  })

  test('copies nothing once the customer has closed the sheet', async () => {
    const copy = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    expect(await shareText(receipt, { share: fails('AbortError'), copy })).toBe('dismissed')
    expect(copy).not.toHaveBeenCalled()
  })

  test('copies where the browser cannot share, or fails to', async () => {
    const copy = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    expect(await shareText(receipt, { copy })).toBe('copied')
    expect(await shareText(receipt, { share: fails('NotAllowedError'), copy })).toBe('copied')
    expect(copy).toHaveBeenCalledWith(receipt.text)
  })

  test('says so where neither is possible', async () => {
    expect(await shareText(receipt, {})).toBe('impossible')
    expect(await shareText(receipt, { copy: fails('NotAllowedError') })).toBe('impossible')
  })
})
