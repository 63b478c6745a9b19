import type { RechargeChainView } from '@candor/api'
import { FactList } from '@candor/ui'
import { formatMoney, formatPrice, formatSpan, useTexts } from '../../shared/i18n/index.ts'
import { creditedNow, rateOf } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods } from './recharge-form-model.ts'
import styles from './recharge-page.module.css'

/** The least that may be sent on a chain, the cost, and the time until it is credited. */
export function ChainTerms({ chain }: { readonly chain: RechargeChainView }) {
  const { t, locale } = useTexts()
  const { minimum, hasWatcher, confirmations, confirmationMs } = chain
  const facts = [
    { name: t('recharge.minimumName'), value: formatMoney(locale, minimum, 'USDT') },
    { name: t('recharge.fee'), value: formatMoney(locale, '0') },
    {
      name: t('recharge.creditedWhen'),
      value: hasWatcher
        ? t('recharge.afterConfirmations', { count: confirmations, span: formatSpan(locale, confirmationMs) })
        : t('recharge.afterReview'),
    },
  ]
  return (
    <div className={styles.terms}>
      <FactList isBare facts={facts} />
    </div>
  )
}

/** The rate, and the credit that it would give; nothing where USDT is credited as it came. */
export function CreditTerms({ form, methods }: { readonly form: RechargeForm; readonly methods: RechargeMethods }) {
  const { t, locale } = useTexts()
  if (form.currency === 'USDT') return null
  const credited = creditedNow(form, methods)
  const rate = rateOf(form, methods)
  const facts = [
    { name: t('recharge.rate'), value: rate === null ? t('recharge.rateUnknown') : formatPrice(locale, rate) },
    ...(credited === null
      ? []
      : [{ name: t('recharge.aboutCredited'), value: formatMoney(locale, credited, form.currency) }]),
  ]
  return (
    <div className={styles.terms}>
      <FactList isBare facts={facts} />
      <p className={styles.small}>{t('recharge.rateText')}</p>
    </div>
  )
}
