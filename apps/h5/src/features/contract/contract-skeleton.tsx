import { LateSkeleton, Skeleton } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './contract-page.module.css'

/** The shape below the bar while instrument and terms load. The ticket's surface is there at once. */
export function ContractSkeleton() {
  const { t } = useTexts()
  return (
    <>
      <LateSkeleton label={t('shared.loading')}>
        <div className={styles.head}>
          <Skeleton width={148} height={32} />
          <Skeleton width={96} height={14} />
        </div>
      </LateSkeleton>
      <div className={styles.chart} />
      <div className={styles.ticket} aria-hidden="true">
        <Skeleton width="100%" height={36} radius={18} />
        <Skeleton width="100%" height={57} radius={16} />
        <Skeleton width="100%" height={36} radius={18} />
        <div className={styles.pair}>
          <Skeleton width="100%" height={60} radius={16} />
          <Skeleton width="100%" height={60} radius={16} />
        </div>
      </div>
    </>
  )
}
