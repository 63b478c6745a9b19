import { walletAssets } from '@candor/api'
import type { BalanceView } from '@candor/api'
import { Card, LateSkeleton, Skeleton } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, queryFor } from '../../shared/api/index.ts'
import { heldParts, HideAmountsButton, OwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, MoneyWays, RetryLine } from '../../shared/page/index.ts'
import styles from './mine-page.module.css'

/** Each balance: the available part, and the held parts with their reasons. */
export function BalancesCard() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(queryFor(walletAssets, {}))
  return (
    <section aria-label={t('mine.balances.title')}>
      <Card isPadded>
        {data !== undefined ? (
          <>
            <Balances items={data.items} totalUsd={data.totalUsd} />
            <div className={styles.ways}>
              <MoneyWays into={t('mine.recharge')} out={t('mine.withdraw')} />
            </div>
          </>
        ) : error !== null ? (
          <RetryLine isBusy={isFetching} onRetry={refetch}>
            {t('mine.balances.failed')}.{' '}
            {error instanceof CallFailed && error.failure.error !== 'network' ? `${error.failure.msg}. ` : ''}
            {t('shared.error.text')}
          </RetryLine>
        ) : (
          <LateSkeleton label={t('mine.balances.loading')}>
            <div className={styles.skeletons}>
              <Skeleton width={92} height={12} />
              <Skeleton width={176} height={24} />
              <Skeleton width={92} height={12} />
              <Skeleton width={176} height={24} />
            </div>
          </LateSkeleton>
        )}
      </Card>
    </section>
  )
}

interface BalancesProps {
  readonly items: readonly BalanceView[]
  readonly totalUsd: string | null
}

function Balances({ items, totalUsd }: BalancesProps) {
  const { t } = useTexts()
  return (
    <div className={styles.balances}>
      {items.map((balance, index) => (
        <div key={balance.asset} className={styles.balance}>
          <div className={styles.label}>
            <span className={styles.available}>
              {t('mine.balances.available', { asset: balance.asset })}
              {index === 0 ? <HideAmountsButton /> : null}
            </span>
            {index === 0 && totalUsd !== null ? (
              <a className={styles.total} href={hrefOf('assets')}>
                {t('mine.balances.total')} <OwnMoney amount={totalUsd} asset="USD" />
              </a>
            ) : null}
          </div>
          <div className={styles.figures}>
            <ExactMoney amount={balance.available} asset={balance.asset} size="medium" />
            {heldParts(balance).map((part) => (
              <span key={part.by} className={styles.held}>
                <OwnMoney amount={part.amount} /> {t(`mine.balances.held.${part.by}`)}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
