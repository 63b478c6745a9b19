import { FactList } from '@candor/ui'
import { formatMoney, formatPrice, formatSpan, useTexts } from '../../shared/i18n/index.ts'
import { chainOf, creditedNow, rateOf } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods } from './recharge-form-model.ts'
import styles from './recharge-page.module.css'

/** A deposit's cost, its credit, and its time. */
export function RechargeTerms({ form, methods }: { readonly form: RechargeForm; readonly methods: RechargeMethods }) {
  const { t, locale } = useTexts()
  const chain = chainOf(form, methods)
  const credited = creditedNow(form, methods)
  const rate = rateOf(form, methods)
  const facts = [{ name: t('recharge.fee'), value: formatMoney(locale, '0') }]
  if (form.currency === 'USD') {
    facts.push({
      name: t('recharge.rate'),
      value: rate === null ? t('recharge.rateUnknown') : formatPrice(locale, rate),
    })
    if (credited !== null)
      facts.push({ name: t('recharge.aboutCredited'), value: formatMoney(locale, credited, 'USD') })
  }
  if (chain !== undefined) {
    facts.push({
      name: t('recharge.creditedWhen'),
      value: chain.hasWatcher
        ? t('recharge.afterConfirmations', {
            count: chain.confirmations,
            span: formatSpan(locale, chain.confirmationMs),
          })
        : t('recharge.afterReview'),
    })
  }
  return (
    <div className={styles.terms}>
      <FactList isBare facts={facts} />
      {form.currency === 'USD' ? <p className={styles.small}>{t('recharge.rateText')}</p> : null}
    </div>
  )
}
