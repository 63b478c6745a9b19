import { useState } from 'react'
import type { RechargeView } from '@candor/api'
import { Button, Card, FactList } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { CopiedCode } from '../../shared/page/records/index.ts'
import { VoucherSheet } from './voucher-sheet.tsx'

/** A deposit's details, and the numbers to quote to customer service. */
export function RechargeFacts({ recharge }: { readonly recharge: RechargeView }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const { id, chain, currency, quantity, credited, rate, hasVoucher, txid, transfer } = recharge
  const known = transfer?.txid ?? txid
  const facts: Fact[] = [
    { name: t('recharge.chain'), value: chain },
    { name: t('recharge.currency'), value: currency },
    { name: t('recharge.quantity'), value: ownMoney(quantity, 'USDT') },
    ...(rate === null ? [] : [{ name: t('recharge.rate'), value: formatPrice(locale, rate) }]),
    ...(credited === null ? [] : [{ name: t('recharge.credited'), value: ownMoney(credited, currency) }]),
    { name: t('recharge.voucher'), value: hasVoucher ? <SentVoucher id={id} /> : t('recharge.voucherNone') },
    ...(known === null
      ? []
      : [
          { name: t('recharge.txid'), value: <CopiedCode text={known} label={t('recharge.copyTxid')} />, isMono: true },
        ]),
    { name: t('recharge.number'), value: <CopiedCode text={id} label={t('recharge.copyNumber')} />, isMono: true },
  ]
  return (
    <Card>
      <FactList facts={facts} />
    </Card>
  )
}

/** Opens the picture that was sent. */
function SentVoucher({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="bare" size="small" onClick={() => setOpen(true)}>
        {t('recharge.voucherView')}
      </Button>
      {isOpen ? <VoucherSheet id={id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
