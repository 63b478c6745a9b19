import type { OrderView } from '@candor/api'
import { formatAmount } from '@candor/money'
import { VisuallyHidden } from '@candor/ui'
import { useQuote, useServerNow } from '../../api/realtime/index.ts'
import { formatCountdown, formatPrice, formatTime, useTexts } from '../../i18n/index.ts'
import { useOwnMoney } from '../../money/index.ts'
import { hrefOf } from '../../page/index.ts'
import { DirectionMark, instrumentTitle, OrderRing, useInstrument, useInstrumentQuote } from '../index.ts'
import { positionAt, useIsStale } from '../positions/index.ts'
import type { Position } from '../positions/index.ts'
import styles from './position-table.module.css'

/** Where a contract is shown: the customer's own, or one of practice. */
export type OrdersRoute = 'contractOrders' | 'practiceOrders'

interface PositionRowProps {
  readonly order: OrderView
  readonly route: OrdersRoute
  /** Whether it says when the contract ends, beside the time left. */
  readonly hasEnd: boolean
  readonly onPoint?: ((id: string) => void) | undefined
}

/** One open contract: the whole row leads to it. */
export function PositionRow({ order, route, hasEnd, onPoint }: PositionRowProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnMoney()
  useInstrumentQuote(order.symbol)
  const instrument = useInstrument(order.symbol)
  const quote = useQuote(order.symbol)
  const isLive = !useIsStale(quote) && quote !== undefined
  const position = positionAt(order, isLive ? quote.last : null, useServerNow())
  const net = position.ifEndedNow?.net
  return (
    <tr onPointerEnter={() => onPoint?.(order.id)}>
      <td data-column="market">
        <OrderRing order={order} diameterPx={20} strokePx={3} />
        <a href={hrefOf(route, { id: order.id })} onFocus={() => onPoint?.(order.id)}>
          {instrument ? instrumentTitle(texts, instrument) : order.name}
        </a>
        <span className={styles.direction} data-direction={order.direction}>
          <DirectionMark direction={order.direction} />
          <VisuallyHidden>{t(`position-table.${order.direction}`)}</VisuallyHidden>
        </span>
      </td>
      <td data-column="stake">{ownMoney(order.stake, order.asset)}</td>
      <td data-column="entry">
        {order.entryPrice === null ? (
          <span className={styles.waiting}>{t(`position-table.${entryState(position)}`)}</span>
        ) : (
          formatPrice(locale, order.entryPrice)
        )}
      </td>
      <td data-column="now">{isLive ? formatPrice(locale, quote.last) : none}</td>
      <td data-column="result">{net === undefined ? none : ownMoney(formatAmount(net), undefined, 'result')}</td>
      {hasEnd ? (
        <td data-column="ends">{formatTime(locale, order.exitAtMs, { hasSeconds: order.durationMs < 3_600_000 })}</td>
      ) : null}
      <td data-column="left">
        {position.phase === 'settling' ? t('position-table.settling') : formatCountdown(position.remainingMs)}
      </td>
    </tr>
  )
}

const none = '–'

function entryState({ phase }: Position): 'measuring' | 'waiting' {
  return phase === 'measuring' ? 'measuring' : 'waiting'
}
