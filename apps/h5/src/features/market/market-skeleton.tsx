import { LateSkeleton, RowList, Skeleton } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
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
        <RowList hasIcons>
          {rows.map((width) => (
            <div key={width} className={styles.row}>
              <Skeleton width={40} height={40} radius="50%" />
              <span className={styles.names}>
                <Skeleton width={width} height={14} />
                <Skeleton width={56} height={11} />
              </span>
              <span className={styles.figures}>
                <Skeleton width={72} height={15} />
                <Skeleton width={52} height={11} />
              </span>
            </div>
          ))}
        </RowList>
      </LateSkeleton>
    </div>
  )
}
