import { RowList, Skeleton } from '@candor/ui'
import styles from './market-row-skeleton.module.css'

/** The shape of a list of instruments while it loads: a row for each width of a name, in pixels. The widths differ. */
export function MarketRowsSkeleton({ widths }: { readonly widths: readonly number[] }) {
  return (
    <RowList hasIcons>
      {widths.map((width) => (
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
  )
}
