import { useTexts } from '../../shared/i18n/index.ts'
import { LateSheet, stayWithout } from './late-sheet.tsx'
import type { PositionChipsProps } from './sheets/position-chips.tsx'
import styles from './position-strip.module.css'

/**
 * The open positions as chips; each links to its live position, and touching or focusing one highlights it on the
 * chart. Results come before them. The chips load late: most pages have none.
 */
export function PositionStrip(props: PositionChipsProps) {
  const { orders } = props
  const { t } = useTexts()
  return (
    <nav className={styles.strip} aria-label={t('contract.positions')}>
      <span data-results="" />
      {orders.length === 0 ? null : (
        <LateSheet draw={({ PositionChips }) => <PositionChips {...props} />} onFailed={stayWithout} />
      )}
    </nav>
  )
}
