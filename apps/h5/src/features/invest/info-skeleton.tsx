import { Skeleton } from '@candor/ui'
import styles from './invest.module.css'

/** The shape of an information page while it loads. */
export function InfoSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton width="100%" height={64} radius={20} />
      <Skeleton width="100%" height={260} radius={20} />
      <Skeleton width="100%" height={220} radius={20} />
    </div>
  )
}
