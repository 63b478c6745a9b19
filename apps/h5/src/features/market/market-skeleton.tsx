import { LateSkeleton, Skeleton } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { MarketRowsSkeleton } from '../../shared/market-row/index.ts'
import styles from './market-skeleton.module.css'

const rows = [112, 84, 132, 96, 120, 88, 104, 92] as const

/** The shape of the list while it loads. */
export function MarketSkeleton() {
  const { t } = useTexts()
  return (
    <div className={styles.frame}>
      <LateSkeleton label={t('shared.loading')}>
        <Skeleton width="100%" height={48} radius={15} />
        <div className={styles.gap} />
        <MarketRowsSkeleton widths={rows} />
      </LateSkeleton>
    </div>
  )
}
