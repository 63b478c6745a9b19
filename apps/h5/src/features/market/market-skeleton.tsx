import { LateSkeleton, Skeleton } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { firstRows, MarketRowsSkeleton } from '../../shared/instrument/market-row/index.ts'
import styles from './market-skeleton.module.css'

/** The shape of the list while it loads. */
export function MarketSkeleton() {
  const { t } = useTexts()
  return (
    <div className={styles.frame}>
      <LateSkeleton label={t('shared.loading')}>
        <Skeleton width="100%" height={48} radius={15} />
        <div className={styles.gap} />
        <MarketRowsSkeleton count={firstRows} />
      </LateSkeleton>
    </div>
  )
}
