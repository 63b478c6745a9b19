import { useState } from 'react'
import type { OrderView } from '@candor/api'
import { Button } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { durationText, useTexts } from '../../shared/i18n/index.ts'
import { instrumentTitle, useInstrument } from '../../shared/instrument/index.ts'
import { navigation, PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { AcceptanceNotice } from '../../shared/proof/index.ts'
import { LivePosition } from './live-position.tsx'
import { useOrder } from './order-queries.ts'
import styles from './order-screen.module.css'
import { SettledOrder } from './settled-order.tsx'

/** One order: a live position until it is settled, then its receipt. */
export const OrderScreen = recordScreenOf(useOrder, (order) => <Order order={order} />, {
  texts: { title: 'orders.title', failed: 'orders.failed', missing: ['orders.notFound.title', 'orders.notFound.text'] },
  list: { route: 'contractOrders', label: 'orders.notFound.action', icon: ReceiptIcon },
  skeleton: { className: styles.skeleton, blocks: [[188, 188, '50%'], [140, 20], 200] },
})

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
