import type { OrderView } from '@candor/api'
import { RowList } from '@candor/ui'
import { formatCountdown, formatTime, loadTexts, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { DirectionMark, instrumentTitle, OrderRing, useInstrument } from '../../shared/instrument/index.ts'
import { panes, useMedia } from '../../shared/device/media/index.ts'
import { hrefOf, latePart, RecordRow } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import styles from './home-page.module.css'
import rowStyles from './positions-section.module.css'

const HomePositions = latePart(async () => {
  const [part] = await Promise.all([import('./table/index.ts'), loadTexts('homeTable')])
  return part.HomePositions
})

interface PositionsProps {
  readonly positions: readonly OrderView[]
  readonly hasMore: boolean
}

/** The open contracts, which come before everything that can wait: a table of them where the window has room. */
export function PositionsSection(props: PositionsProps) {
  return useMedia(panes) ? <HomePositions positions={props.positions} /> : <NewestPositions {...props} />
}

/** The newest open contracts with their remaining time. */
export function NewestPositions({ positions, hasMore }: PositionsProps) {
  const { t } = useTexts()
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('home.positions')}</h2>
        <a href={hrefOf('contractOrders')}>{t(hasMore ? 'home.positions.more' : 'home.positions.all')}</a>
      </div>
      <RowList hasIcons>
        {positions.map((order) => (
          <PositionRow key={order.id} order={order} />
        ))}
      </RowList>
    </section>
  )
}

function PositionRow({ order }: { readonly order: OrderView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const nowMs = useServerNow()
  const instrument = useInstrument(order.symbol)
  const isSettling = nowMs >= order.exitAtMs
  return (
    <RecordRow
      href={hrefOf('contractOrders', { id: order.id })}
      glyph={
        <span className={rowStyles.ring} data-direction={order.direction}>
          <OrderRing order={order} diameterPx={40} strokePx={3.5} />
          <DirectionMark direction={order.direction} />
        </span>
      }
      title={instrument ? instrumentTitle(texts, instrument) : order.name}
      detail={
        <>
          {t(`home.position.${order.direction}`)} <OwnMoney amount={order.stake} asset={order.asset} />
        </>
      }
      amount={
        isSettling ? t('home.position.settling') : formatCountdown(Math.min(order.durationMs, order.exitAtMs - nowMs))
      }
      state={t('home.position.ends', {
        time: formatTime(locale, order.exitAtMs, { hasSeconds: order.durationMs < 3_600_000 }),
      })}
    />
  )
}
