import type { SaleDetailView } from '@candor/api'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { formatCountdown, momentText, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { RecordHead, RecordState, RecordSteps, ShareButton } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { useSale } from './floor-queries.ts'
import { SaleFacts } from './sale-facts.tsx'
import { hasEnded } from './sale-state-model.ts'
import { saleText, timelineSteps } from './sale-labels.ts'
import styles from './sale-screen.module.css'

/** One sale: what was given and received, its progress, and the merchant's deadline. */
export const SaleScreen = recordScreenOf(useSale, (sale) => <Sale sale={sale} />, {
  texts: { title: 'floor.sale', failed: 'floor.sale.failed', missing: ['floor.notFound.title', 'floor.notFound.text'] },
  list: { route: 'tradeOrders', label: 'floor.sales.all', icon: HandshakeIcon },
  skeleton: { className: styles.page, blocks: [[180, 44, 12], 76, 220] },
})

function Sale({ sale }: { readonly sale: SaleDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const nowMs = useServerNow(10_000)
  const { quantity, total, desk, state } = sale
  return (
    <PageScreen
      trailing={
        <ShareButton title={t('floor.sale')} text={(areHidden) => saleText(texts, sale, { areHidden, nowMs })} />
      }
    >
      <div className={styles.page}>
        <RecordHead amount={<ExactMoney amount={`-${quantity}`} asset="USDT" sign="result" size="hero" />}>
          {t(`floor.for.${state}`, { total: ownMoney(total, 'USD'), desk: desk.name })}
        </RecordHead>
        <Clock sale={sale} />
        <RecordSteps label={t('floor.steps')} steps={timelineSteps(texts, sale, { nowMs, ownMoney })} />
        <SaleFacts sale={sale} />
        <MovementProofs kind="sale" id={sale.id} />
        <p className={styles.small}>{t('floor.honest')}</p>
      </div>
    </PageScreen>
  )
}

/** The state in one word, and the merchant's remaining time. */
function Clock({ sale }: { readonly sale: SaleDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(1_000)
  const { state, createdMs, lapsesMs, endedMs } = sale
  const isOver = hasEnded(sale)
  return (
    <RecordState
      state={t(`floor.state.${state}`)}
      running={isOver || lapsesMs === null ? null : { startMs: createdMs, endMs: lapsesMs }}
      needsAttention={state === 'closed'}
    >
      {isOver
        ? t(`floor.ended.${state === 'closed' ? 'closed' : 'completed'}`, {
            time: momentText(texts, endedMs ?? nowMs, nowMs),
          })
        : lapsesMs === null
          ? null
          : t('floor.lapses', {
              time: momentText(texts, lapsesMs, nowMs),
              rest: formatCountdown(lapsesMs - nowMs),
            })}
    </RecordState>
  )
}
