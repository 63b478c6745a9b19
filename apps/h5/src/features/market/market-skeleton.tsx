import { Skeleton } from '@candor/ui'
import { firstRows, MarketRowsSkeleton } from '../../shared/instrument/market-row/index.ts'
import styles from './market-skeleton.module.css'

/** The shape of the list while it loads. */
export function MarketSkeleton() {
  return (
    <div className={styles.frame}>
      <Skeleton width="100%" height={48} radius={15} />
      <div className={styles.gap} />
      <MarketRowsSkeleton count={firstRows} />
    </div>
  )
}
