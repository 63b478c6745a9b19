import type { SaleDetailView } from '@candor/api'
import { Button, Card, CountdownRing, Skeleton, StatePanel, Tag, Timeline } from '@candor/ui'
import { CheckCircleFillIcon, HandshakeIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { formatCountdown, momentText, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney, useMode, useOwnMoney } from '../../shared/money/index.ts'
import { Loaded, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { realtime, useServerNow } from '../../shared/api/realtime/index.ts'
import { ShareButton } from '../../shared/page/records/index.ts'
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
  const mode = useMode()
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
        <div className={styles.head}>
          <OwnMoney amount={`-${quantity}`} asset="USDT" sign="result" size="hero" />
          <p className={styles.for}>
            <span>{t(`floor.for.${state}`, { total: ownMoney(total, 'USD'), desk: desk.name })}</span>
            {mode === 'sandbox' ? <Tag tone="sandbox">{t('floor.playMoney')}</Tag> : null}
          </p>
        </div>
        <Clock sale={sale} />
        <Card>
          <div className={styles.steps}>
            <Timeline label={t('floor.steps')} steps={timelineSteps(texts, sale, { nowMs, ownMoney })} />
          </div>
        </Card>
        <SaleFacts sale={sale} />
        <p className={styles.small}>{t('floor.honest')}</p>
      </div>
    </PageScreen>
  )
}

/** The state in one word, and the merchant's remaining time. Announced when the state changes, not as time passes. */
function Clock({ sale }: { readonly sale: SaleDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(1_000)
  const { state, createdMs, lapsesMs, endedMs } = sale
  const isOver = hasEnded(sale)
  return (
    <Card>
      <div className={styles.clock}>
        {isOver || lapsesMs === null ? (
          <span className={styles.ended}>
            {state === 'closed' ? <WarningCircleIcon size={28} /> : <CheckCircleFillIcon size={28} />}
          </span>
        ) : (
          <CountdownRing
            hasDot
            diameterPx={46}
            strokePx={5}
            endMs={lapsesMs}
            durationMs={lapsesMs - createdMs}
            nowMs={realtime.clock.nowMs}
          />
        )}
        <div>
          <b className={styles.state} role="status">
            {t(`floor.state.${state}`)}
          </b>
          <p className={styles.rest}>
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
          </p>
        </div>
      </div>
    </Card>
  )
}
