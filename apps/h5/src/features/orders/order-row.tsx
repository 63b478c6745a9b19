import type { OrderView } from '@candor/api'
import { Glyph } from '@candor/ui'
import { durationText, formatCountdown, formatTime, momentText, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { InstrumentGlyph, instrumentTitle, OrderRing, useInstrument } from '../../shared/instrument/index.ts'
import { hrefOf, RecordRow } from '../../shared/page/index.ts'
import { realtime, useServerNow } from '../../shared/api/realtime/index.ts'
import styles from './order-row.module.css'
import { OrderStanding } from './order-standing.tsx'
import { remainingOf } from '../../shared/instrument/positions/index.ts'

export interface OrderRowProps {
  readonly order: OrderView
  /** Where the order is shown. */
  readonly route?: 'contractOrders' | 'practiceOrders'
}

/** One order of the list: the amount in ink, whatever its result. */
export function OrderRow({ order, route = 'contractOrders' }: OrderRowProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const instrument = useInstrument(order.symbol)
  const name = instrument ? instrumentTitle(texts, instrument) : order.name
  const isOpen = order.state === 'open'
  const duration = durationText(texts, order.durationMs)
  const when = isOpen
    ? t('orders.row.opened', { duration, time: momentText(texts, order.acceptedAtMs, realtime.clock.nowMs()) })
    : t('orders.row.settled', { duration, time: formatTime(locale, order.settledAtMs ?? order.exitAtMs) })
  return (
    <RecordRow
      href={hrefOf(route, { id: order.id })}
      glyph={instrument ? <InstrumentGlyph instrument={instrument} /> : <Glyph>{order.symbol.slice(0, 3)}</Glyph>}
      title={t('orders.row.title', { name, direction: order.direction })}
      detail={
        <>
          {when}
          {isOpen ? <OrderStanding order={order} isStored={route === 'contractOrders'} /> : null}
        </>
      }
      amount={
        isOpen ? (
          <OwnMoney amount={order.stake} asset={order.asset} />
        ) : (
          <OwnMoney amount={order.net ?? '0'} asset={order.asset} sign="result" />
        )
      }
      state={isOpen ? <Remaining order={order} /> : order.result === null ? '' : t(`orders.result.${order.result}`)}
    />
  )
}

function Remaining({ order }: { readonly order: OrderView }) {
  const { t } = useTexts()
  const nowMs = useServerNow()
  if (nowMs >= order.exitAtMs) return t('orders.row.settling')
  return (
    <span className={styles.remaining}>
      <OrderRing order={order} diameterPx={14} strokePx={2.5} />
      {formatCountdown(remainingOf(order, nowMs))}
    </span>
  )
}
