import { useState } from 'react'
import type { ReactNode } from 'react'
import type { HeldCase } from '@candor/api/operator'
import { Button, classNames, StatePanel } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { TrayIcon } from '@candor/ui/icons/console'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { csvLines, saveCsv } from '../device/index.ts'
import { locale, t } from '../i18n/index.ts'
import { hrefOf, usePlace } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import { Loaded, MoreButton, Page, SearchField } from '../page/index.ts'
import type { LoadedQuery, MoreButtonProps } from '../page/index.ts'
import { useNow } from './use-now.ts'
import { CaseColumns } from './case-columns.tsx'
import { CaseList } from './case-list.tsx'
import { NextCase } from './next-case-button.tsx'
import { QueueFigures } from './queue-figures.tsx'
import { isOnSide, queueSides, sideNamed, valuesOf } from './queue-sides.ts'
import type { Chosen, QueueSide } from './queue-sides.ts'
import { useClaims } from './use-claims.ts'
import styles from './work-queue.module.css'
import { listedOf } from './work-rows.ts'
import type { Listed, WorkList, WorkRow } from './work-rows.ts'
import { DecidedTable, WaitingTable } from './work-table.tsx'
import type { WorkColumns } from './work-table.tsx'

/** Where a work queue is: its list, and the case that is open. */
export interface QueuePlace {
  readonly side: QueueSide
  readonly openId: string | null
}

/** The place of a work queue. An open case keeps the list that it was opened from. */
export function useQueuePlace(): QueuePlace {
  const { id } = usePlace()
  const named = id === null ? 'waiting' : sideNamed(id)
  const [kept, setKept] = useState<QueueSide>(named ?? 'waiting')
  if (named !== null && named !== kept) setKept(named)
  return { side: named ?? kept, openId: named === null ? id : null }
}

/** The screens of cases, which have texts for their title, their search and their queue. */
type CaseScreen = Extract<Screen, 'floor' | 'recharges' | 'reviews' | 'withdrawals'>

export interface WorkQueueProps<Item, Done, Found> {
  readonly screen: CaseScreen
  readonly place: QueuePlace
  /** Above the lists: the parts of a screen that has several. */
  readonly tabs?: ReactNode
  readonly columns: WorkColumns
  /** The filters by the names of their facets, each with its label; decided cases have one of outcomes as well. */
  readonly filters: Readonly<Record<string, string>>
  /** Customers were promised a time: cases can be late. */
  readonly hasPromise: boolean
  readonly waiting: WorkList<Item>
  readonly decided: WorkList<Done> & MoreButtonProps
  /** The open case and its decision. */
  readonly open: {
    readonly query: LoadedQuery<Found>
    readonly detail: (found: Found) => ReactNode
    readonly decision: (found: Found) => ReactNode
  }
}

const lastDecided = 4

/** A screen of cases: those that wait, the operator's own, the late ones, the decided ones; and the open case. */
export function WorkQueue<Item, Done, Found>(props: WorkQueueProps<Item, Done, Found>) {
  const { screen, place, waiting, decided, open, filters } = props
  const { side, openId } = place
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Chosen>({})
  const nowMs = useNow()
  const claims = useClaims()
  const own = new Set([...claims.values()].filter(({ isOwn }) => isOwn).map(({ subject }) => subject))
  const found = listedOf(waiting, { search, chosen })
  const on = (of: QueueSide) => found.filter(({ row }) => isOnSide(of, row, { own, nowMs }))
  const done = listedOf(decided, { search, chosen: side === 'decided' ? chosen : {} })
  const listed = side === 'decided' ? done : on(side)
  const rows = listed.map(({ row }) => row)
  const query: LoadedQuery<unknown> = side === 'decided' ? decided.query : waiting.query
  const shown = { query, rows, isFiltered: search !== '' || Object.keys(chosen).length > 0, claims, nowMs, done }
  return (
    <Page
      title={t(`${screen}.title`)}
      actions={
        <>
          <SearchField label={t(`${screen}.search`)} value={search} onValue={setSearch} />
          <NextCase screen={screen} ids={rows.map(({ id }) => id)} openId={openId} />
        </>
      }
    >
      {props.tabs}
      <div className={styles.bar}>
        <Sides
          {...props}
          counts={{ waiting: on('waiting').length, mine: on('mine').length, late: on('late').length, decided: null }}
          onLeave={() => setChosen({})}
        />
        <div className={styles.filters}>
          <Filters
            labels={side === 'decided' ? { outcome: t('shared.queue.outcome'), ...filters } : filters}
            rows={side === 'decided' ? rowsOf(decided) : rowsOf(waiting)}
            chosen={chosen}
            onChosen={setChosen}
          />
          <SaveButton name={`${screen}-${side}`} listed={listed} />
        </div>
      </div>
      {openId === null ? (
        <WholeList {...props} {...shown} more={decided} />
      ) : (
        <CaseColumns
          queue={<NarrowList {...props} {...shown} openId={openId} />}
          detail={<Loaded query={open.query}>{open.detail}</Loaded>}
          decision={open.query.data === undefined ? null : open.decision(open.query.data)}
        />
      )}
    </Page>
  )
}

interface ListProps {
  readonly screen: CaseScreen
  readonly place: QueuePlace
  readonly query: LoadedQuery<unknown>
  readonly rows: readonly WorkRow[]
  readonly isFiltered: boolean
  readonly nowMs: number
}

interface WholeListProps extends ListProps {
  readonly columns: WorkColumns
  readonly claims: ReadonlyMap<string, HeldCase>
  readonly done: readonly Listed[]
  readonly more: MoreButtonProps
}

/** The list across the screen, while no case is open. */
function WholeList(props: WholeListProps) {
  const { place, query, rows } = props
  const isDecided = place.side === 'decided'
  return (
    <div className={styles.page}>
      <Loaded query={query}>
        {() => {
          if (rows.length === 0) return <NoRows {...props} />
          if (isDecided) return <DecidedTable label={t('shared.queue.decided')} {...props} />
          return <WaitingTable label={t(`${props.screen}.queue`)} {...props} />
        }}
      </Loaded>
      {isDecided ? <MoreButton {...props.more} /> : <Below {...props} count={rows.length} />}
    </div>
  )
}

/** The list beside an open case. */
function NarrowList(props: ListProps & { readonly openId: string }) {
  return (
    <Loaded query={props.query}>
      {() =>
        props.rows.length === 0 ? <NoRows {...props} /> : <CaseList label={t(`${props.screen}.queue`)} {...props} />
      }
    </Loaded>
  )
}

function rowsOf<Item>({ query, rowOf }: WorkList<Item>): readonly WorkRow[] {
  return (query.data ?? []).map(rowOf)
}

interface SidesProps {
  readonly screen: Screen
  readonly place: QueuePlace
  readonly hasPromise: boolean
  readonly counts: Readonly<Record<QueueSide, number | null>>
  /** The filters of one list are not those of another. */
  readonly onLeave: () => void
}

function Sides({ screen, place, hasPromise, counts, onLeave }: SidesProps) {
  return (
    <nav className={styles.sides} aria-label={t('shared.queue.lists')}>
      {queueSides
        .filter((side) => hasPromise || side !== 'late')
        .map((side) => (
          <a
            key={side}
            href={hrefOf(screen, side === 'waiting' ? undefined : side)}
            className={classNames(styles.side, side === place.side && styles.current)}
            aria-current={side === place.side ? 'page' : undefined}
            onClick={onLeave}
          >
            {t(`shared.queue.${side}`)}
            {counts[side] === null ? null : (
              <span className={classNames(styles.count, side === 'late' && counts.late !== 0 && styles.late)}>
                {' '}
                {formatCount(locale, counts[side])}
              </span>
            )}
          </a>
        ))}
    </nav>
  )
}

interface FiltersProps {
  readonly labels: Readonly<Record<string, string>>
  readonly rows: readonly WorkRow[]
  readonly chosen: Chosen
  readonly onChosen: (chosen: Chosen) => void
}

function Filters({ labels, rows, chosen, onChosen }: FiltersProps) {
  const choose = (id: string, value: string) => {
    const others = Object.entries(chosen).filter(([other]) => other !== id)
    onChosen(Object.fromEntries(value === '' ? others : [...others, [id, value]]))
  }
  return Object.entries(labels).map(([id, label]) => (
    <select
      key={id}
      className={styles.filter}
      aria-label={label}
      value={chosen[id] ?? ''}
      onChange={(event) => choose(id, event.currentTarget.value)}
    >
      <option value="">{t('shared.queue.any', { name: label })}</option>
      {[...new Set([...valuesOf(rows, id), ...(chosen[id] === undefined ? [] : [chosen[id]])])].map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  ))
}

/** Saves what the list shows. */
function SaveButton({ name, listed }: { readonly name: string; readonly listed: readonly Listed[] }) {
  const names = Object.keys(listed[0]?.record ?? {})
  const save = () =>
    saveCsv(
      csvLines(
        names,
        listed.map(({ record }) => names.map((field) => record[field] ?? null)),
      ),
      `${name}.csv`,
    )
  return (
    <Button
      tone="quiet"
      size="small"
      icon={<DownloadSimpleIcon size={16} />}
      disabled={listed.length === 0}
      onClick={save}
    >
      {t('shared.queue.csv')}
    </Button>
  )
}

function NoRows({ place: { side }, isFiltered }: Pick<ListProps, 'place' | 'isFiltered'>) {
  const icon = <TrayIcon size={28} />
  if (isFiltered)
    return <StatePanel icon={icon} title={t('shared.queue.noMatch')} text={t('shared.queue.noMatchText')} />
  return <StatePanel icon={icon} title={t(`shared.queue.none.${side}`)} text={t(`shared.queue.noneText.${side}`)} />
}

interface BelowProps {
  readonly screen: CaseScreen
  readonly columns: WorkColumns
  readonly count: number
  readonly done: readonly Listed[]
}

/** Below the waiting cases: what their rings mean, the last that were decided, and what the day came to. */
function Below({ screen, columns, count, done }: BelowProps) {
  return (
    <>
      <p className={styles.note}>
        <span>{t(`${screen}.queue.note`)}</span>
        <span>{t('shared.queue.count', { count })}</span>
      </p>
      {done.length === 0 ? null : (
        <section className={styles.last}>
          <div>
            <h2>{t('shared.queue.last')}</h2>
            <a href={hrefOf(screen, 'decided')}>{t('shared.queue.all')}</a>
          </div>
          <DecidedTable
            label={t('shared.queue.last')}
            screen={screen}
            columns={columns}
            rows={done.slice(0, lastDecided).map(({ row }) => row)}
          />
        </section>
      )}
      <QueueFigures screen={screen} />
    </>
  )
}
