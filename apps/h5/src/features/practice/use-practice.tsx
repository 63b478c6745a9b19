import { useEffect, useMemo } from 'react'
import type { OrderView } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import { newRequestId } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { navigation, useRouteParams } from '../../shared/page/index.ts'
import { availableUnits, practiceAsset, withOrder } from './practice-book.ts'
import { PracticeLabel, PracticeTag } from './practice-label.tsx'
import { practiceOrder } from './practice-order.ts'
import type { PracticeOffer } from './practice-order.ts'
import { practiceStore, usePracticeBook } from './practice-store.ts'
import { useSettling } from './use-settling.ts'

const routes = { trade: 'practice', orders: 'practiceOrders' } as const
const money: { readonly asset: Asset } = { asset: practiceAsset }

/** What the trade screen shows and spends for a visitor. */
export function usePractice() {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const { symbol = '' } = useRouteParams('practice')
  const book = usePracticeBook()
  useSettling()
  useCustomersLeave(symbol)
  const orders = useMemo(() => book.orders.filter(({ state }) => state === 'open'), [book])
  const left = availableUnits(book)
  return {
    routes,
    money,
    availableUnits: left,
    orders,
    label: <PracticeLabel symbol={symbol} />,
    tag: <PracticeTag />,
    balance: t('practice.balance', { amount: ownMoney(formatUnits(left)) }),
    buy,
  }
}

/** Practice is a visitor's: after a login its screens are those of the account, at the same instrument. */
export function useCustomersLeave(symbol: string): void {
  const isSignedIn = useIsSignedIn()
  useEffect(() => {
    if (!isSignedIn) return
    if (symbol === '') navigation.redirect('home')
    else navigation.redirect('contract', { symbol })
  }, [isSignedIn, symbol])
}

async function buy(offer: PracticeOffer): Promise<string | null> {
  const { clock, quotes } = realtime
  const [genesisMs, nowSlot, newestSlot] = [clock.genesisMs(), clock.slot(), quotes.newestSlot()]
  if (genesisMs === null || nowSlot === null || newestSlot === null) return null
  const moment = { nowMs: clock.nowMs(), genesisMs, nowSlot, newestSlot }
  const order = practiceOrder(offer, newRequestId(), moment)
  return order === null ? null : placed(order)
}

/** Another tab may have spent the money meanwhile. */
async function placed(order: OrderView): Promise<string | null> {
  let isPlaced = false
  await practiceStore().change((book) => {
    const next = withOrder(book, order)
    isPlaced = next !== null
    return next
  })
  return isPlaced ? order.id : null
}
