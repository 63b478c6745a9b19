import { useState } from 'react'
import type { ReactNode } from 'react'
import { StatePanel } from '@candor/ui'
import { TrayIcon } from '@candor/ui/icons/console'
import { t } from '../i18n/index.ts'
import { usePlace } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import { Page, SearchField } from '../page/index.ts'
import { useNow } from '../promise/index.ts'
import { Loaded } from '../states/index.ts'
import type { LoadedQuery } from '../states/index.ts'
import { CaseColumns } from './case-columns.tsx'
import { CaseList } from './case-list.tsx'
import type { CaseRow } from './case-list.tsx'
import { NextCase } from './next-case-button.tsx'
import styles from './queue-page.module.css'

export interface QueuePageProps<Item> {
  readonly screen: Screen
  readonly title: string
  /** Above the queue: the sides of a screen that has several. */
  readonly tabs?: ReactNode
  readonly searchLabel: string
  readonly queueLabel: string
  /** Below the queue: explains its rings or its order. */
  readonly note: string
  readonly query: LoadedQuery<{ readonly items: readonly Item[] }>
  readonly matches: (item: Item, search: string) => boolean
  readonly rowOf: (item: Item) => CaseRow
  /** The open case and its decision; null while nothing is open. */
  readonly open: { readonly detail: ReactNode; readonly decision: ReactNode } | null
}

/** A screen of cases that wait: search, the queue, the open case, the decision. J opens the next one. */
export function QueuePage<Item>(props: QueuePageProps<Item>) {
  const { screen, title, tabs, searchLabel, query, matches, rowOf, open } = props
  const [search, setSearch] = useState('')
  const { id } = usePlace()
  const rows = (query.data?.items ?? []).filter((item) => matches(item, search)).map(rowOf)
  const actions = (
    <>
      <SearchField label={searchLabel} value={search} onValue={setSearch} />
      <NextCase screen={screen} ids={rows.map((row) => row.id)} openId={id} />
    </>
  )
  return (
    <Page title={title} actions={actions}>
      {tabs === undefined ? null : <div className={styles.tabs}>{tabs}</div>}
      <CaseColumns
        queue={<Loaded query={query}>{() => <Queue {...props} rows={rows} openId={id} />}</Loaded>}
        detail={
          open?.detail ?? (
            <StatePanel icon={<TrayIcon size={28} />} title={t('shared.case.pick')} text={t('shared.case.pickText')} />
          )
        }
        decision={open?.decision ?? null}
      />
    </Page>
  )
}

interface QueueProps {
  readonly screen: Screen
  readonly queueLabel: string
  readonly note: string
  readonly rows: readonly CaseRow[]
  readonly openId: string | null
}

function Queue({ screen, queueLabel, note, rows, openId }: QueueProps) {
  const nowMs = useNow()
  if (rows.length === 0)
    return <StatePanel icon={<TrayIcon size={28} />} title={t('shared.case.empty')} text={t('shared.case.emptyText')} />
  return (
    <>
      <CaseList screen={screen} label={queueLabel} rows={rows} openId={openId} nowMs={nowMs} />
      <p className={styles.note}>{note}</p>
    </>
  )
}
