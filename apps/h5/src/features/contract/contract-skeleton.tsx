import type { InstrumentView } from '@candor/api'
import { LateSkeleton, Skeleton } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { ContractBar } from './contract-bar.tsx'
import styles from './contract-page.module.css'

/** The shape of the page while instrument and terms load. */
export function ContractSkeleton({ instrument }: { readonly instrument: InstrumentView | null }) {
  const { t } = useTexts()
  return (
    <div className={styles.page} data-turns="">
      <ContractBar instrument={instrument} onSwitch={() => undefined} />
      <LateSkeleton label={t('shared.loading')}>
        <div className={styles.head}>
          <Skeleton width={148} height={32} />
          <Skeleton width={96} height={14} />
        </div>
      </LateSkeleton>
      <div className={styles.chart} />
      <div className={styles.ticket} aria-hidden="true">
        <Skeleton width="100%" height={36} radius={18} />
        <Skeleton width="100%" height={54} radius={16} />
        <Skeleton width="100%" height={36} radius={18} />
        <div className={styles.pair}>
          <Skeleton width="100%" height={60} radius={16} />
          <Skeleton width="100%" height={60} radius={16} />
        </div>
      </div>
    </div>
  )
}
