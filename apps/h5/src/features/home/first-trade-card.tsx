import type { HomeAccount } from '@candor/api'
import { Button } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { AmountLabel, OwnMoney, useMode } from '../../shared/money/index.ts'
import { hrefOf, navigation } from '../../shared/page/index.ts'
import styles from './first-trade-card.module.css'
import { firstSteps } from './first-trade-model.ts'
import type { FirstStep } from './first-trade-model.ts'
import type { FirstTrade } from './use-first-trade.ts'

/** A new customer's balances side by side: their sum in one currency would look like a loss. */
export function FirstBalances({ account }: { readonly account: HomeAccount }) {
  const { t } = useTexts()
  const mode = useMode()
  return (
    <section className={styles.balances} aria-label={t('home.assets')}>
      <AmountLabel text={t(mode === 'sandbox' ? 'home.first.money' : 'home.available')} />
      <a className={styles.pair} href={hrefOf('assets')}>
        {account.balances.map(({ asset, available }) => (
          <span key={asset} className={styles.balance}>
            <span className={styles.asset}>{asset}</span>
            <OwnMoney amount={available} size="medium" />
          </span>
        ))}
      </a>
    </section>
  )
}

export interface FirstTradeCardProps {
  readonly first: FirstTrade
  /** The instrument to begin with; null without one. */
  readonly symbol: string | null
}

/** The three steps from a new account to its first receipt, and one button: the next step. */
export function FirstTradeCard({ first, symbol }: FirstTradeCardProps) {
  const { t } = useTexts()
  const mode = useMode()
  const current = firstSteps.indexOf(first.step)
  const counts = { step: current + 1, steps: firstSteps.length }
  const text = (step: FirstStep) => {
    if (step !== 'identity') return t(`home.first.${step}.text`)
    if (first.kycState === 'under-review') return t('home.first.identity.review')
    return t(mode === 'sandbox' ? 'home.first.identity.sandbox' : 'home.first.identity.text')
  }
  return (
    <section className={styles.card} aria-label={t('home.first.title')}>
      <div className={styles.head}>
        <h2>{t('home.first.title')}</h2>
        <span>{t('home.first.count', counts)}</span>
      </div>
      <ol className={styles.steps}>
        {firstSteps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} data-done={index < current}>
            <b>{t(`home.first.${step}`)}</b>
            <span>{text(step)}</span>
          </li>
        ))}
      </ol>
      <Button onClick={() => open(first, symbol)}>{t('home.first.action', counts)}</Button>
    </section>
  )
}

function open({ step, order }: FirstTrade, symbol: string | null): void {
  if (step === 'identity') navigation.navigate('certification')
  else if (step === 'receipt' && order !== null) navigation.navigate('contractOrders', { id: order.id })
  else if (symbol === null) navigation.switchTab('market')
  else navigation.navigate('contract', { symbol })
}
