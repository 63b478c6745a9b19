import type { OrderView } from '@candor/api'
import { formatDecimal, formatUnits } from '@candor/money'
import { parseReceipt, parseTrustedFile } from '@candor/proof/receipt'
import type { ContractReceipt } from '@candor/proof/receipt'
import publishedReceipt from '../../../../../../packages/proof/vectors/contract-receipt.json?raw'
import publishedKeyFile from '../../../../../../packages/proof/vectors/trusted.json?raw'
import { anOrder } from '../../testing/order-fixture.ts'

// The receipt that is published with the format, and the order that it is of.

export { publishedKeyFile, publishedReceipt }
export const publishedTrust = parseTrustedFile(publishedKeyFile)

export function publishedContract(): ContractReceipt {
  const parsed = parseReceipt(publishedReceipt)
  if (parsed.kind !== 'contract') throw new Error('the published receipt is of a contract')
  return parsed
}

/** The order as the screen shows it, with changes. */
export function publishedOrder(change: Partial<OrderView> = {}): OrderView {
  const { placed, settled } = publishedContract()
  const item = placed.item.value
  const result = settled.item.value
  const decimals = item.priceDecimals + result.scale
  const { symbol, direction, asset, entrySlot, exitSlot, entryWindowSlots, exitWindowSlots } = item
  return anOrder({
    id: `${item.orderId}`,
    symbol,
    direction,
    asset,
    entrySlot,
    exitSlot,
    entryWindowSlots,
    exitWindowSlots,
    stake: formatUnits(item.stake),
    fee: formatUnits(item.fee),
    profit: formatUnits(item.profit),
    acceptedAtMs: item.acceptedMs,
    state: 'closed',
    result: result.result,
    voidReason: result.voidReason === 'none' ? null : result.voidReason,
    entryPrice: formatDecimal(result.entryPrice, decimals),
    exitPrice: formatDecimal(result.exitPrice, decimals),
    settledSlot: result.settledSlot,
    net: formatUnits(result.net),
    settledAtMs: result.settledMs,
    ...change,
  })
}
