import {
  operatorAdvertConfirm,
  operatorAdvertProposals,
  operatorAdvertReject,
  operatorAdverts,
  operatorDeskMoney,
  operatorDesks,
} from '@candor/api/operator'
import type { AdvertProposalView } from '@candor/api/operator'
import { showToast, Tag } from '@candor/ui'
import { call, refresh, usePages } from '../../shared/api/index.ts'
import { money, utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { DataTable, MoreButton } from '../../shared/page/index.ts'
import { SecondPersonActs } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { priceText } from './price-labels.ts'
import styles from './floor.module.css'

/** A merchant's adverts outside the band of the official price, proposed by one operator and published by another. */
export function AdvertProposals({ deskId }: { readonly deskId: string }) {
  const list = usePages(operatorAdvertProposals, { deskId, limit: 10 }, { refetchInterval: 5_000 })
  return (
    <section className={styles.part}>
      <h2>{t('floor.proposals')}</h2>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t('floor.proposals.none')}</p>
          ) : (
            <>
              <ProposalTable items={items} />
              <MoreButton {...list} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function ProposalTable({ items }: { readonly items: readonly AdvertProposalView[] }) {
  return (
    <DataTable
      label={t('floor.proposals')}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'price',
          title: t('floor.adverts.price'),
          isNumber: true,
          cell: ({ unitPrice }) => priceText(unitPrice),
        },
        {
          key: 'official',
          title: t('floor.proposals.official'),
          isNumber: true,
          cell: ({ officialPrice }) => priceText(officialPrice),
        },
        { key: 'total', title: t('floor.proposals.total'), isNumber: true, cell: ({ total }) => money(total, 'USDT') },
        { key: 'why', title: t('floor.funding.why'), cell: ({ note }) => note },
        {
          key: 'by',
          title: t('floor.proposals.by'),
          cell: ({ proposedBy, proposedMs }) =>
            t('floor.funding.byWhom', { name: proposedBy.name, time: utcDateTime(proposedMs) }),
        },
        { key: 'state', title: t('floor.funding.state'), cell: (proposal) => <ProposalState proposal={proposal} /> },
        {
          key: 'act',
          title: t('floor.funding.act'),
          isTitleHidden: true,
          cell: (proposal) => <ProposalActs proposal={proposal} />,
        },
      ]}
    />
  )
}

function ProposalState({ proposal: { state, decidedBy } }: { readonly proposal: AdvertProposalView }) {
  const words = t(`floor.proposals.state.${state}`, { name: decidedBy?.name ?? '' })
  return state === 'proposed' ? <Tag tone="attention">{words}</Tag> : <Tag>{words}</Tag>
}

function ProposalActs({ proposal: { id, state, proposedBy } }: { readonly proposal: AdvertProposalView }) {
  const operatorId = useOperator()?.operatorId
  const mayConfirm = useMay(operatorAdvertConfirm.access) === true
  const mayReject = useMay(operatorAdvertReject.access) === true
  if (state !== 'proposed') return null
  const confirm = async () => {
    const result = await call(operatorAdvertConfirm, { id })
    refresh(operatorAdvertProposals, operatorAdverts, operatorDeskMoney, operatorDesks)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('floor.publish.done') : result.msg)
  }
  const reject = async (note: string): Promise<string | null> => {
    const result = await call(operatorAdvertReject, { id, note })
    refresh(operatorAdvertProposals)
    if (!result.ok) return result.msg
    showToast('done', t('shared.proposal.rejected'))
    return null
  }
  return (
    <SecondPersonActs
      isOwn={proposedBy.operatorId === operatorId}
      mayConfirm={mayConfirm}
      mayReject={mayReject}
      onConfirm={confirm}
      onReject={reject}
    />
  )
}
