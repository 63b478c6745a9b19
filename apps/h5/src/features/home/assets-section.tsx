import type { HomeAccount } from '@candor/api'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { AmountLabel, OwnMoney, useOwnMoney } from '../../shared/money/index.ts'
import { Emphasised, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import styles from './assets-section.module.css'

/** The available total, the day's result, and where the money is. */
export function AssetsSection({ account }: { readonly account: HomeAccount }) {
  const { t } = useTexts()
  return (
    <section className={styles.assets} aria-label={t('home.assets')}>
      <AmountLabel text={t('home.available')} />
      <p className={styles.total}>
        {account.availableUsd === null ? (
          <span className={styles.unknown}>{t('home.noUsdtPrice')}</span>
        ) : (
          <OwnMoney amount={account.availableUsd} asset="USD" size="hero" />
        )}
      </p>
      <Today account={account} />
      <a className={styles.split} href={hrefOf('assets')}>
        {account.balances.map(({ asset, available }) => (
          <Part key={asset} label={asset} amount={available} />
        ))}
        <Part label={t('home.held')} amount={account.heldUsd ?? '0'} isKnown={account.heldUsd !== null} />
      </a>
    </section>
  )
}

/** The settled contracts of the day, in USD, with the performance behind them. Money has no colour. */
function Today({ account: { today } }: { readonly account: HomeAccount }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <a className={styles.today} href={hrefOf('performance')}>
      {today.closed === 0 ? (
        t('home.today.none')
      ) : today.netUsd === null ? (
        t('home.today.count', { count: today.closed })
      ) : (
        <Emphasised
          text={t('home.today', { amount: ownMoney(today.netUsd, undefined, 'result'), count: today.closed })}
        />
      )}
      <CaretRightIcon size={14} />
    </a>
  )
}

interface PartProps {
  readonly label: string
  readonly amount: string
  readonly isKnown?: boolean
}

function Part({ label, amount, isKnown = true }: PartProps) {
  return (
    <span className={styles.part}>
      <span className={styles.partLabel}>{label}</span>
      {isKnown ? <OwnMoney amount={amount} /> : <span>–</span>}
    </span>
  )
}
