import { Card, Skeleton } from '@candor/ui'
import { MarketRowsSkeleton } from '../../shared/instrument/market-row/index.ts'
import styles from './home-skeleton.module.css'

const rows = [112, 84, 132, 96] as const

/** The shape of the screen while it loads. */
export function HomeSkeleton() {
  return (
    <>
      <div className={styles.assets}>
        <Skeleton width={96} height={13} />
        <Skeleton width={232} height={42} radius={10} />
        <Skeleton width={204} height={13} />
        <div className={styles.split}>
          {rows.slice(1).map((width) => (
            <Skeleton key={width} width="100%" height={34} radius={10} />
          ))}
        </div>
      </div>
      <div className={styles.actions}>
        {rows.map((width) => (
          <div key={width} className={styles.action}>
            <Skeleton width={52} height={52} radius="50%" />
            <Skeleton width={56} height={11} />
          </div>
        ))}
      </div>
      <Card isPadded>
        <div className={styles.notices}>
          <Skeleton width="72%" height={13} />
          <Skeleton width="52%" height={11} />
        </div>
      </Card>
      <div className={styles.movers}>
        <MarketRowsSkeleton count={4} />
      </div>
    </>
  )
}
