import type { SaleDetailView } from '@candor/api'
import { Button, Skeleton, StatePanel } from '@candor/ui'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { formatCountdown, momentText, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { Loaded, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { RecordHead, RecordState, RecordSteps, ShareButton } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { useSale } from './floor-queries.ts'
import { SaleFacts } from './sale-facts.tsx'
import { hasEnded } from './sale-state-model.ts'
import { saleText, timelineSteps } from './sale-labels.ts'
import styles from './sale-screen.module.css'

/** One sale: what was given and received, its progress, and the merchant's deadline. */
export function SaleScreen({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const sale = useSale(id)
  return (
    <Page title={t('floor.sale')}>
      <Loaded
        queries={{ sale }}
        failed={t('floor.sale.failed')}
        missing={
          <StatePanel
            icon={<HandshakeIcon size={28} />}
            title={t('floor.notFound.title')}
            text={t('floor.notFound.text')}
            actions={<Button onClick={() => navigation.redirect('tradeOrders')}>{t('floor.sales.all')}</Button>}
          />
        }
        skeleton={
          <div className={styles.page}>
            <Skeleton width={180} height={44} radius={12} />
            <Skeleton width="100%" height={76} radius={20} />
            <Skeleton width="100%" height={220} radius={20} />
          </div>
        }
      >
        {(read) => <Sale sale={read.sale} />}
      </Loaded>
    </Page>
  )
}

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
