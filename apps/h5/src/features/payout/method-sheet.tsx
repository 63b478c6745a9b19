import { useState } from 'react'
import { payoutList, payoutRemove, withdrawalReadiness } from '@candor/api'
import type { PayoutMethodView } from '@candor/api'
import { Button, FactList, Note, Sheet, showToast } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { ClockIcon } from '@candor/ui/icons/wallet'
import { call, invalidate } from '../../shared/api/index.ts'
import { destinationNumber, destinationTitle } from '../../shared/money/destination/index.ts'
import { formatDate, formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { PaymentPasswordSheet, usePaymentPassword } from '../../shared/account/payment-password/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { cardNumber } from './method-faces.tsx'
import styles from './payout.module.css'

/** One payout method: its details, and its removal with the payment password. */
export function MethodSheet({ method, onClose }: { readonly method: PayoutMethodView; readonly onClose: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  const nowMs = useServerNow(30_000)
  const payment = usePaymentPassword()
  const [isRemoving, setRemoving] = useState(false)
  const title = destinationTitle(texts, method)
  if (isRemoving) {
    return (
      <PaymentPasswordSheet
        send={(paymentPassword) => call(payoutRemove, { id: method.id, paymentPassword })}
        onDone={(_, msg) => {
          refresh()
          showToast('done', msg, t('payout.removedDetail', { name: `${title} ${destinationNumber(method)}` }))
          onClose()
        }}
        onRefused={({ error, msg }) => {
          refresh()
          if (error !== 'network') showToast('refused', msg)
          onClose()
        }}
        onClose={() => setRemoving(false)}
      >
        {t('payout.removing', { name: title })}
      </PaymentPasswordSheet>
    )
  }
  return (
    <Sheet title={title} closeLabel={t('shared.action.close')} onClose={onClose}>
      <div className={styles.sheet}>
        <FactList isBare facts={factsOf(texts, method)} />
        {method.usableFromMs > nowMs ? (
          <Note icon={<ClockIcon size={18} />}>
            {t('payout.restingUntil', { time: formatDateTime(locale, method.usableFromMs) })}
          </Note>
        ) : null}
        {method.isInUse ? <Note icon={<WarningCircleIcon size={18} />}>{t('payout.inUseText')}</Note> : null}
        <Button
          tone="quiet"
          disabled={method.isInUse}
          onClick={() => void payment.isReady().then((isReady) => (isReady ? setRemoving(true) : undefined))}
        >
          {t('payout.remove')}
        </Button>
      </div>
      {payment.dialog}
    </Sheet>
  )
}

function refresh(): void {
  invalidate(payoutList, withdrawalReadiness)
}

function factsOf({ t, locale }: Texts, method: PayoutMethodView): Fact[] {
  const added: Fact = { name: t('payout.added'), value: formatDate(locale, method.addedMs) }
  if (method.kind === 'wallet-address') {
    return [
      { name: t('payout.chain'), value: method.chain },
      { name: t('payout.address'), value: destinationNumber(method), isMono: true },
      added,
    ]
  }
  const { holder, country, bankCode, bankAddress } = method
  return [
    { name: t('payout.holder'), value: holder },
    { name: t('payout.number'), value: cardNumber(method), isMono: true },
    { name: t('payout.country'), value: new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country },
    ...(bankCode === null ? [] : [{ name: t('payout.bankCode'), value: bankCode, isMono: true }]),
    ...(bankAddress === null ? [] : [{ name: t('payout.bankAddress'), value: bankAddress }]),
    added,
  ]
}
