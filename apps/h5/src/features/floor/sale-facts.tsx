import type { SaleDetailView } from '@candor/api'
import { Card, FactList } from '@candor/ui'
import { priceText, quantityText } from '../../shared/money/adverts/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { CopiedCode } from '../../shared/page/records/index.ts'

/** A sale's details, its advert's remaining quantity, and the number to quote to customer service. */
export function SaleFacts({ sale }: { readonly sale: SaleDetailView }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const { id, desk, quantity, unitPrice, total, advertRemaining, isAdvertOpen, createdMs } = sale
  const remaining = `${quantityText(locale, advertRemaining)}\u00A0USDT`
  return (
    <Card>
      <FactList
        facts={[
          { name: t('floor.quantity'), value: ownMoney(quantity, 'USDT') },
          { name: t('floor.unitPrice'), value: `${priceText(locale, unitPrice)}\u00A0USD` },
          { name: t('floor.total'), value: ownMoney(total, 'USD') },
          { name: t('floor.desk'), value: desk.name },
          { name: t('floor.remaining'), value: isAdvertOpen ? remaining : t('floor.remainingClosed', { remaining }) },
          { name: t('floor.submitted'), value: formatDateTime(locale, createdMs) },
          { name: t('floor.number'), value: <CopiedCode text={id} label={t('floor.copyNumber')} />, isMono: true },
        ]}
      />
    </Card>
  )
}
