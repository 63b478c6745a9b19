import { useState } from 'react'
import {
  operatorApplicationApprove,
  operatorApplicationRefuse,
  operatorApplications,
  operatorDesks,
} from '@candor/api/operator'
import type { MerchantApplicationCase } from '@candor/api/operator'
import { Button, Note, Segmented, Tag } from '@candor/ui'
import { call, usePages } from '../../shared/api/index.ts'
import { Holder, useClaims } from '../../shared/case/index.ts'
import { saveCsv } from '../../shared/device/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import type { MessageKey } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { Loaded, MoreButton, Page, PageBody, RecordTable, SearchField } from '../../shared/page/index.ts'
import { SecondPersonActs } from '../../shared/approval/index.ts'
import { applicationLines, matchesApplication } from './application-model.ts'
import styles from './floor.module.css'
import { FloorTabs } from './floor-tabs.tsx'

const sides = ['waiting', 'mine', 'decided'] as const
type Side = (typeof sides)[number]

/** Customers' applications for a desk: those that wait, the operator's own, and those that were decided. */
export function ApplicationsView() {
  const [side, setSide] = useState<Side>('waiting')
  const [search, setSearch] = useState('')
  const wanted = { isOpen: side === 'decided' ? ('false' as const) : ('true' as const), limit: 50 }
  const list = usePages(operatorApplications, wanted, { refetchInterval: 10_000 })
  const claims = useClaims()
  const items = (list.data ?? []).filter(
    (item) => matchesApplication(item, search) && (side !== 'mine' || claims.get(item.subject)?.isOwn === true),
  )
  return (
    <Page
      title={t('floor.title')}
      actions={<SearchField label={t('floor.applications.search')} value={search} onValue={setSearch} />}
    >
      <FloorTabs open="applications" />
      <PageBody>
        <Note>{t('floor.applications.rule')}</Note>
        <div className={styles.lists}>
          <Segmented
            label={t('shared.queue.lists')}
            options={sides.map((value) => ({ value, label: t(`shared.queue.${value}`) }))}
            value={side}
            onValue={setSide}
          />
          <Button
            tone="quiet"
            size="small"
            disabled={items.length === 0}
            onClick={() => saveCsv(applicationLines(items), `applications-${side}.csv`)}
          >
            {t('shared.queue.csv')}
          </Button>
        </div>
        <section className={styles.part}>
          <h2>{t(`floor.applications.${side}`)}</h2>
          <Loaded query={list}>
            {() =>
              items.length === 0 ? (
                <p className={styles.quiet}>{t(noneOf(side, search))}</p>
              ) : (
                <>
                  <ApplicationTable title={t(`floor.applications.${side}`)} items={items} claims={claims} />
                  <MoreButton {...list} />
                </>
              )
            }
          </Loaded>
        </section>
        {side === 'waiting' ? <LastDecided claims={claims} /> : null}
      </PageBody>
    </Page>
  )
}

const lastDecided = 4

/** The applications that were decided last, below those that wait. */
function LastDecided({ claims }: Pick<ApplicationTableProps, 'claims'>) {
  const list = usePages(operatorApplications, { isOpen: 'false', limit: lastDecided }, { refetchInterval: 10_000 })
  const items = list.data ?? []
  if (items.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{t('shared.queue.last')}</h2>
      <ApplicationTable title={t('shared.queue.last')} items={items} claims={claims} />
    </section>
  )
}

function noneOf(side: Side, search: string): MessageKey {
  if (search !== '') return 'shared.queue.noMatch'
  if (side === 'mine') return 'shared.queue.none.mine'
  return side === 'decided' ? 'floor.applications.noneDecided' : 'floor.applications.none'
}

interface ApplicationTableProps {
  readonly title: string
  readonly items: readonly MerchantApplicationCase[]
  readonly claims: ReturnType<typeof useClaims>
}

function ApplicationTable({ title, items, claims }: ApplicationTableProps) {
  return (
    <RecordTable
      label={title}
      rows={items}
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
          key: 'with',
          title: t('shared.queue.with'),
          isOneLine: true,
          cell: ({ subject, name, decidedMs }) =>
            decidedMs === null ? <Holder subject={subject} title={name} claim={claims.get(subject)} /> : null,
        },
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
  const name = (state === 'endorsed' ? endorsedBy : decidedBy)?.name
  const label =
    state === 'endorsed' && name === undefined
      ? t('floor.applications.state.endorsedHidden')
      : t(`floor.applications.state.${state}`, { name: name ?? '' })
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
