import { useIsSignedIn } from '../../../shared/device/index.ts'
import { formatCount, useTexts } from '../../../shared/i18n/index.ts'
import { IfAllEnded, PositionTable } from '../../../shared/instrument/position-table/index.ts'
import type { PositionsProps } from '../position-props.ts'
import styles from './open-contracts.module.css'
import { SettledToday } from './settled-today.tsx'

/**
 * The open contracts with their standing, what they come to if all ended now, and what has settled today. Pointing at
 * one highlights it on the chart.
 */
export function OpenContracts({ orders, route, onPoint }: PositionsProps) {
  const { t, locale } = useTexts()
  const isSignedIn = useIsSignedIn()
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        {orders.length === 0 ? null : (
          <span>
            <b>{t('contractWide.open')}</b> {formatCount(locale, orders.length)}
          </span>
        )}
        {isSignedIn && route === 'contractOrders' ? <SettledToday /> : null}
        {orders.length === 0 ? null : <IfAllEnded orders={orders} />}
      </div>
      {orders.length === 0 ? null : <PositionTable orders={orders} route={route} onPoint={onPoint} look="chart" />}
    </div>
  )
}
