import { formatAmount } from '@candor/money'
import { VisuallyHidden } from '@candor/ui'
import { useQuote, useServerNow } from '../../../shared/api/realtime/index.ts'
import { formatCountdown, formatPrice, useTexts } from '../../../shared/i18n/index.ts'
import {
  DirectionMark,
  instrumentTitle,
  OrderRing,
  useInstrument,
  useInstrumentQuote,
} from '../../../shared/instrument/index.ts'
import { positionAt, useIsStale } from '../../../shared/instrument/positions/index.ts'
import type { Position } from '../../../shared/instrument/positions/index.ts'
import { useOwnMoney } from '../../../shared/money/index.ts'
import { hrefOf } from '../../../shared/page/index.ts'
import type { PositionProps } from '../position-props.ts'
import styles from './position-table.module.css'

/** One open contract: the whole row leads to it, and pointing at it highlights it on the chart. */
export function PositionRow({ order, route, onPoint }: PositionProps) {
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
    <tr onPointerEnter={() => onPoint(order.id)}>
      <td data-column="market">
        <OrderRing order={order} diameterPx={20} strokePx={3} />
        <a href={hrefOf(route, { id: order.id })} onFocus={() => onPoint(order.id)}>
          {instrument ? instrumentTitle(texts, instrument) : order.name}
        </a>
        <span className={styles.direction} data-direction={order.direction}>
          <DirectionMark direction={order.direction} />
          <VisuallyHidden>{t(`contract.${order.direction}`)}</VisuallyHidden>
        </span>
      </td>
      <td data-column="stake">{ownMoney(order.stake, order.asset)}</td>
      <td data-column="entry">
        {order.entryPrice === null ? (
          <span className={styles.waiting}>{t(`contractTable.${entryState(position)}`)}</span>
        ) : (
          formatPrice(locale, order.entryPrice)
        )}
      </td>
      <td data-column="now">{isLive ? formatPrice(locale, quote.last) : none}</td>
      <td data-column="result">{net === undefined ? none : ownMoney(formatAmount(net), undefined, 'result')}</td>
      <td data-column="left">
        {position.phase === 'settling' ? t('contractTable.settling') : formatCountdown(position.remainingMs)}
      </td>
    </tr>
  )
}

const none = '–'

function entryState({ phase }: Position): 'measuring' | 'waiting' {
  return phase === 'measuring' ? 'measuring' : 'waiting'
}
