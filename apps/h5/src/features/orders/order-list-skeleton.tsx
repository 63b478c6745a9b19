import { LateSkeleton, RowList, Skeleton } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './order-row.module.css'

const rows = [96, 124, 88, 110, 100] as const

/** The shape of the list while it loads. */
export function OrderListSkeleton() {
  const { t } = useTexts()
  return (
    <LateSkeleton label={t('shared.loading')}>
      <RowList hasIcons>
        {rows.map((width) => (
          <div key={width} className={styles.row}>
            <Skeleton width={40} height={40} radius="50%" />
            <span className={styles.names}>
              <Skeleton width={width} height={14} />
            </span>
            <Skeleton width={80} height={15} />
          </div>
        ))}
      </RowList>
    </LateSkeleton>
  )
}
