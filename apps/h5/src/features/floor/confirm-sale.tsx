import { floorAdverts, floorSaleDetail, floorSaleList, floorSell, walletAssets } from '@candor/api'
import type { AdvertView, SaleDetailView } from '@candor/api'
import { showToast } from '@candor/ui'
import {
  call,
  invalidate,
  isOutcomeUnknown,
  keepResponse,
  newRequestId,
  sendUntilKnown,
} from '../../shared/api/index.ts'
import type { CallFailure } from '../../shared/api/index.ts'
import { namesSupport } from '../../shared/page/ask-support/index.ts'
import { Emphasised, formatMoney, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { PaymentPasswordSheet } from '../../shared/account/payment-password/index.ts'
import type { SummaryProps } from '../../shared/account/payment-password/index.ts'
import { saleTotal } from './advert-model.ts'

/** The confirmed sale: the quantity, the merchant, and the price shown on the screen. */
export interface ConfirmedSale {
  readonly advert: AdvertView
  readonly quantity: string
}

/** The refusal of a sale, and whether it refers to customer service. */
export interface RefusedSale {
  readonly text: string
  readonly namesSupport: boolean
}

export type ConfirmSaleProps = SummaryProps<ConfirmedSale, RefusedSale>

/** The final summary of the sale, and the payment password that authorises exactly it. */
export function ConfirmSale({ confirmed: { advert, quantity }, onClose, onRefused }: ConfirmSaleProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const send = (paymentPassword: string) => {
    const input = {
      requestId: newRequestId(),
      advertId: advert.id,
      quantity,
      unitPrice: advert.unitPrice,
      paymentPassword,
    }
    return sendUntilKnown(() => call(floorSell, input))
  }
  const done = (sale: SaleDetailView, msg: string) => {
    keepResponse(floorSaleDetail, { id: sale.id }, sale)
    refresh()
    const sold = ownMoney(sale.quantity, 'USDT')
    showToast('done', msg, t('floor.soldDetail', { quantity: sold, desk: sale.desk.name }))
    navigation.navigate('tradeOrders', { id: sale.id })
  }
  const refused = ({ error, msg }: CallFailure) => {
    refresh()
    onRefused({
      text: isOutcomeUnknown(error) ? t('floor.outcomeUnknown') : `${msg}.`,
      namesSupport: namesSupport(error),
    })
    onClose()
  }
  return (
    <PaymentPasswordSheet send={send} onDone={done} onRefused={refused} onClose={onClose}>
      <Emphasised
        text={t('floor.confirm', {
          quantity: formatMoney(locale, quantity, 'USDT'),
          desk: advert.desk.name,
          total: formatMoney(locale, saleTotal(quantity, advert.unitPrice), 'USD'),
        })}
      />
    </PaymentPasswordSheet>
  )
}

function refresh(): void {
  invalidate(floorAdverts, floorSaleList, walletAssets)
}
