import { useEffect, useState } from 'react'
import type { OrderView } from '@candor/api'
import { realtime } from '../../shared/api/realtime/index.ts'
import { measuringAt, withSlotPrice } from './measuring-model.ts'
import type { Measuring, SlotPrice, WindowEnd } from './measuring-model.ts'

/** A window of an order while it is measured, from the frames as they come. */
export function useMeasuring(order: OrderView, nowMs: number, end: WindowEnd): Measuring {
  const [prices, setPrices] = useState<readonly SlotPrice[]>([])
  useEffect(() => {
    const read = () => {
      const slot = realtime.quotes.newestSlot()
      const quote = realtime.quotes.get(order.symbol)
      if (slot === null || quote === undefined) return
      // A frame carries only the prices that changed: the newest one is the price of this slot, too.
      setPrices((known) =>
        withSlotPrice(known, { slot, price: quote.last, isOpen: quote.state === 'open' }, order, end),
      )
    }
    read()
    // A busy phone may take several frames at once: a timer would miss some of them.
    return realtime.quotes.subscribeAll(read)
  }, [order, end])
  return measuringAt(order, prices, { newestSlot: realtime.quotes.newestSlot(), nowMs }, end)
}
