import { useState } from 'react'
import type { OrderView } from '@candor/api'
import { Button, Skeleton, StatePanel } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { durationText, useTexts } from '../../shared/i18n/index.ts'
import { instrumentTitle, useInstrument } from '../../shared/instrument/index.ts'
import { Loaded, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { AcceptanceNotice } from '../../shared/proof/index.ts'
import { LivePosition } from './live-position.tsx'
import { useOrder } from './order-queries.ts'
import styles from './order-screen.module.css'
import { SettledOrder } from './settled-order.tsx'

/** One order: a live position until it is settled, then its receipt. */
export function OrderScreen({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const order = useOrder(id)
  return (
    <Page title={t('orders.title')}>
      <Loaded
        queries={{ order }}
        failed={t('orders.failed')}
        missing={
          <StatePanel
            icon={<ReceiptIcon size={28} />}
            title={t('orders.notFound.title')}
            text={t('orders.notFound.text')}
            actions={
              <Button onClick={() => navigation.redirect('contractOrders')}>{t('orders.notFound.action')}</Button>
            }
          />
        }
        skeleton={
          <div className={styles.skeleton}>
            <Skeleton width={188} height={188} radius="50%" />
            <Skeleton width={140} height={20} />
            <Skeleton width="100%" height={200} radius={20} />
          </div>
        }
      >
        {(read) => <Order order={read.order} />}
      </Loaded>
    </Page>
  )
}

function Order({ order }: { readonly order: OrderView }) {
  const texts = useTexts()
  const { t } = texts
  const instrument = useInstrument(order.symbol)
  // A receipt that appears while watching is announced; one that is opened later is read like any page.
  const [wasWatched] = useState(order.state === 'open')
  const name = instrument ? instrumentTitle(texts, instrument) : order.name
  const title = t('orders.position.title', { name, duration: durationText(texts, order.durationMs) })
  if (order.state !== 'open')
    return <SettledOrder order={order} title={title} instrument={instrument ?? null} isSpoken={wasWatched} />
  return (
    <PageScreen
      title={title}
      dock={
        <div className={styles.foot}>
          <p>{t('orders.position.runs')}</p>
          <Button tone="quiet" onClick={() => navigation.redirect('contract', { symbol: order.symbol })}>
            {t('orders.position.back')}
          </Button>
        </div>
      }
    >
      <AcceptanceNotice order={order} />
      <LivePosition order={order} name={name} />
    </PageScreen>
  )
}
