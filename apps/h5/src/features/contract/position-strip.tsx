import { useIsSignedIn } from '../../shared/device/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { LateSheet, stayWithout } from './late-sheet.tsx'
import type { PositionsProps } from './position-props.ts'
import styles from './position-strip.module.css'

/**
 * The open positions as chips; each links to its live position, and touching or focusing one highlights it on the
 * chart. Results come before them. The chips load late: most pages have none. In a wide window they are a table, which
 * also says what has settled today.
 */
export function PositionStrip(props: PositionsProps) {
  const { orders } = props
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  return (
    <nav className={styles.strip} aria-label={t('contract.positions')}>
      <span data-results="" />
      {orders.length > 0 || isSignedIn ? (
        <LateSheet
          draw={({ PositionChips }) => <PositionChips {...props} />}
          {...(orders.length > 0 ? { onFailed: stayWithout } : {})}
        />
      ) : null}
    </nav>
  )
}
