import { useState } from 'react'
import {
  operatorAdvertClose,
  operatorAdvertOpen,
  operatorAdverts,
  operatorDeskMoney,
  operatorDesks,
} from '@candor/api/operator'
import type { AdvertCase, DeskCase } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, Note, showToast, Tag } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh, usePages } from '../../shared/api/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { DataTable, Loaded, MoreButton, RecordTable } from '../../shared/page/index.ts'
import styles from './floor.module.css'
import { AdvertProposals } from './advert-proposals.tsx'
import { Fundings } from './fundings.tsx'
import { bpsText, priceText } from './price-labels.ts'
import { PublishDialog } from './publish-dialog.tsx'

const refetchInterval = 5_000

interface MerchantPanelProps {
  readonly merchant: DeskCase
  readonly mayDeal: boolean
}

/** One merchant: its money in each asset, and its adverts. */
export function MerchantPanel({ merchant, mayDeal }: MerchantPanelProps) {
  const [isPublishing, setPublishing] = useState(false)
  const mayPublish = mayDeal && merchant.state === 'approved'
  return (
    <>
      <section className={styles.part}>
        <h2>{t('floor.money', { name: merchant.name })}</h2>
        <MerchantMoney deskId={merchant.id} />
      </section>
      {merchant.state === 'approved' ? <Fundings merchant={merchant} /> : null}
      <section className={styles.part}>
        <div className={styles.partHead}>
          <h2>{t('floor.adverts')}</h2>
          {mayPublish ? (
            <Button tone="quiet" size="small" onClick={() => setPublishing(true)}>
              {t('floor.publish')}
            </Button>
          ) : null}
        </div>
        {merchant.state === 'applied' ? (
          <Note>{t('floor.adverts.notYet')}</Note>
        ) : (
          <Adverts deskId={merchant.id} mayDeal={mayDeal} />
        )}
      </section>
      {merchant.state === 'approved' ? <AdvertProposals deskId={merchant.id} /> : null}
      {isPublishing ? <PublishDialog merchant={merchant} onClose={() => setPublishing(false)} /> : null}
    </>
  )
}

function MerchantMoney({ deskId }: { readonly deskId: string }) {
  const found = useQuery({ ...queryFor(operatorDeskMoney, { id: deskId }), refetchInterval })
  return (
    <Loaded query={found}>
      {({ items }) => (
        <DataTable
          label={t('floor.money.label')}
          rows={items}
          keyOf={({ asset }) => asset}
          columns={[
            { key: 'asset', title: t('floor.money.asset'), cell: ({ asset }) => asset },
            { key: 'free', title: t('floor.money.free'), isNumber: true, cell: ({ free }) => money(free) },
            {
              key: 'adverts',
              title: t('floor.money.adverts'),
              isNumber: true,
              cell: ({ heldForAdverts }) => money(heldForAdverts),
            },
            {
              key: 'sales',
              title: t('floor.money.sales'),
              isNumber: true,
              cell: ({ heldForSales }) => money(heldForSales),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

function Adverts({ deskId, mayDeal }: { readonly deskId: string; readonly mayDeal: boolean }) {
  const list = usePages(operatorAdverts, { deskId, limit: 20 }, { refetchInterval })
  return (
    <Loaded query={list}>
      {(items) =>
        items.length === 0 ? (
          <p className={styles.quiet}>{t('floor.adverts.none')}</p>
        ) : (
          <>
            <AdvertTable items={items} mayDeal={mayDeal} />
            <MoreButton {...list} />
          </>
        )
      }
    </Loaded>
  )
}

function AdvertTable({ items, mayDeal }: { readonly items: readonly AdvertCase[]; readonly mayDeal: boolean }) {
  return (
    <RecordTable
      label={t('floor.adverts')}
      rows={items}
      columns={[
        { key: 'id', title: t('floor.adverts.id'), cell: ({ id }) => id },
        {
          key: 'price',
          title: t('floor.adverts.price'),
          isNumber: true,
          cell: ({ unitPrice }) => priceText(unitPrice),
        },
        {
          key: 'left',
          title: t('floor.adverts.left'),
          isNumber: true,
          isOneLine: true,
          cell: ({ remaining, total }) => t('floor.adverts.of', { remaining: money(remaining), total: money(total) }),
        },
        { key: 'waits', title: t('floor.adverts.waits'), isNumber: true, cell: ({ inProgress }) => money(inProgress) },
        { key: 'bought', title: t('floor.adverts.bought'), isNumber: true, cell: ({ completed }) => money(completed) },
        {
          key: 'limits',
          title: t('floor.adverts.limits'),
          isNumber: true,
          isOneLine: true,
          cell: ({ minimum, maximum }) => `${money(minimum)} – ${money(maximum)}`,
        },
        { key: 'how', title: t('floor.adverts.how'), cell: (advert) => howText(advert) },
        {
          key: 'since',
          title: t('floor.adverts.since'),
          isOneLine: true,
          cell: ({ publishedMs }) => utcDateTime(publishedMs),
        },
        {
          key: 'state',
          title: t('floor.adverts.state'),
          isOneLine: true,
          cell: (advert) => <Tag>{stateText(advert)}</Tag>,
        },
        {
          key: 'act',
          title: t('floor.adverts.act'),
          isTitleHidden: true,
          isOneLine: true,
          // An advert replaced at another price stays closed.
          cell: (advert) => (mayDeal && advert.successorId === null ? <OpenButton advert={advert} /> : null),
        },
      ]}
    />
  )
}

function howText({ isAuto, belowBidBps }: AdvertCase): string {
  if (!isAuto) return t('floor.adverts.manual')
  return belowBidBps === null ? t('floor.adverts.auto') : t('floor.adverts.follows', { percent: bpsText(belowBidBps) })
}

function stateText({ isOpen, successorId }: AdvertCase): string {
  if (isOpen) return t('floor.adverts.open')
  return successorId === null ? t('floor.adverts.closed') : t('floor.adverts.replaced', { id: successorId })
}

/** Closes or reopens an advert. Both are reversible, so there is no confirmation. */
function OpenButton({ advert: { id, isOpen } }: { readonly advert: AdvertCase }) {
  const { isBusy, during } = useBusy()
  const act = async () => {
    const result = await during(call(isOpen ? operatorAdvertClose : operatorAdvertOpen, { id }))
    refresh(operatorAdverts, operatorDeskMoney, operatorDesks)
    showToast(
      result.ok ? 'done' : 'refused',
      result.ok ? t(isOpen ? 'floor.adverts.closedNow' : 'floor.adverts.openNow') : result.msg,
    )
  }
  return (
    <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void act()}>
      {t(isOpen ? 'floor.adverts.close' : 'floor.adverts.reopen')}
    </Button>
  )
}
