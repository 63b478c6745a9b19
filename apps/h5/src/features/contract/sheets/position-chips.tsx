import { VisuallyHidden } from '@candor/ui'
import { useMedia, wide } from '../../../shared/device/media/index.ts'
import { formatCountdown, loadTexts, useTexts } from '../../../shared/i18n/index.ts'
import { useOwnMoney } from '../../../shared/money/index.ts'
import { DirectionMark, instrumentTitle, OrderRing, useInstrument } from '../../../shared/instrument/index.ts'
import { hrefOf, latePart } from '../../../shared/page/index.ts'
import { useServerNow } from '../../../shared/api/realtime/index.ts'
import type { PositionProps, PositionsProps } from '../position-props.ts'
import styles from './position-chips.module.css'

const OpenContracts = latePart(async () => {
  const [part] = await Promise.all([import('../wide/index.ts'), loadTexts('contractWide')])
  return part.OpenContracts
})

/** A chip for each open position; a table of them where the window has room. */
export function PositionChips({ orders, ...shared }: PositionsProps) {
  if (useMedia(wide)) return <OpenContracts orders={orders} {...shared} />
  return orders.map((order) => <PositionChip key={order.id} order={order} {...shared} />)
}

function PositionChip({ order, route, onPoint }: PositionProps) {
  const texts = useTexts()
  const ownMoney = useOwnMoney()
  const nowMs = useServerNow()
  const instrument = useInstrument(order.symbol)
  const name = instrument ? instrumentTitle(texts, instrument) : order.name
  const rest = formatCountdown(Math.min(order.durationMs, order.exitAtMs - nowMs))
  return (
    <a
      className={styles.chip}
      href={hrefOf(route, { id: order.id })}
      onFocus={() => onPoint(order.id)}
      onPointerEnter={() => onPoint(order.id)}
    >
      <OrderRing order={order} diameterPx={20} strokePx={3} />
      <b>{name}</b>
      <span className={styles.direction} data-direction={order.direction}>
        <DirectionMark direction={order.direction} />
        <VisuallyHidden>{texts.t(`contract.${order.direction}`)}</VisuallyHidden>
        {ownMoney(order.stake)}
      </span>
      <span className={styles.time}>
        {rest} <VisuallyHidden>{texts.t('contract.position.left')}</VisuallyHidden>
      </span>
    </a>
  )
}
