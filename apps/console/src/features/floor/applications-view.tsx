import {
  operatorApplicationApprove,
  operatorApplicationRefuse,
  operatorApplications,
  operatorDesks,
} from '@candor/api/operator'
import type { MerchantApplicationCase } from '@candor/api/operator'
import { Note, Tag } from '@candor/ui'
import { call, usePages } from '../../shared/api/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { DataTable, MoreButton, Page } from '../../shared/page/index.ts'
import { SecondPersonActs } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import styles from './floor.module.css'
import { FloorTabs } from './floor-tabs.tsx'

/** Customers' applications for a desk: those that wait, and those that were decided. */
export function ApplicationsView() {
  return (
    <Page title={t('floor.title')}>
      <FloorTabs open="applications" />
      <div className={styles.page}>
        <Note>{t('floor.applications.rule')}</Note>
        <Applications isOpen title={t('floor.applications.open')} none={t('floor.applications.none')} />
        <Applications
          isOpen={false}
          title={t('floor.applications.decided')}
          none={t('floor.applications.noneDecided')}
        />
      </div>
    </Page>
  )
}

interface ApplicationsProps {
  readonly isOpen: boolean
  readonly title: string
  readonly none: string
}

function Applications({ isOpen, title, none }: ApplicationsProps) {
  const wanted = { isOpen: isOpen ? ('true' as const) : ('false' as const), limit: 20 }
  const list = usePages(operatorApplications, wanted, { refetchInterval: 10_000 })
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{none}</p>
          ) : (
            <>
              <ApplicationTable title={title} items={items} />
              <MoreButton {...list} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function ApplicationTable({
  title,
  items,
}: {
  readonly title: string
  readonly items: readonly MerchantApplicationCase[]
}) {
  return (
    <DataTable
      label={title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', title: t('floor.desks.name'), cell: ({ name }) => name },
        { key: 'about', title: t('floor.applications.about'), cell: ({ about }) => about },
        { key: 'account', title: t('floor.desks.account'), isOneLine: true, cell: ({ account }) => account },
        {
          key: 'since',
          title: t('floor.desks.since'),
          isOneLine: true,
          cell: ({ appliedMs }) => utcDateTime(appliedMs),
        },
        { key: 'state', title: t('floor.desks.state'), cell: (application) => <State application={application} /> },
        {
          key: 'act',
          title: t('floor.applications.act'),
          isTitleHidden: true,
          cell: (application) => <Acts application={application} />,
        },
      ]}
    />
  )
}

function State({ application: { state, endorsedBy, decidedBy } }: { readonly application: MerchantApplicationCase }) {
  const name = (state === 'endorsed' ? endorsedBy : decidedBy)?.name ?? ''
  const label = t(`floor.applications.state.${state}`, { name })
  return state === 'waiting' || state === 'endorsed' ? <Tag tone="attention">{label}</Tag> : <Tag>{label}</Tag>
}

function Acts({ application: { id, state, mayApprove } }: { readonly application: MerchantApplicationCase }) {
  const mayRefuse = useMay(operatorApplicationRefuse.access) === true
  if (state === 'approved' || state === 'refused') return null
  return (
    <SecondPersonActs
      id={id}
      isOwn={false}
      mayConfirm={mayApprove}
      mayReject={mayRefuse}
      confirm={{
        act: null,
        send: () => call(operatorApplicationApprove, { id }),
        done: (after) => t(`floor.applications.${after.state === 'approved' ? 'approved' : 'endorsed'}`),
        changes: [operatorApplications, operatorDesks],
      }}
      reject={{
        send: (note) => call(operatorApplicationRefuse, { id, note }),
        done: t('floor.applications.refused'),
        changes: [operatorApplications],
      }}
    />
  )
}
