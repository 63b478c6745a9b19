import { useState } from 'react'
import { operatorCells } from '@candor/api/operator'
import { Button, Note, StatePanel } from '@candor/ui'
import { PlugsIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { TreeStructureIcon } from '@candor/ui/icons/proof'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, queryFor } from '../../shared/api/index.ts'
import { t, utcTime } from '../../shared/i18n/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { EmptyState, Loaded, Page, PageBody, SearchField } from '../../shared/page/index.ts'
import { cellList } from './cell-list.ts'
import { CellFigures } from './cell-figures.tsx'
import { CellTable } from './cell-table.tsx'
import { awayCells } from './cells-model.ts'
import type { AllCells } from './cells-model.ts'
import styles from './cells.module.css'
import { FoundCell } from './found-cell.tsx'
import { WaitingWithdrawals } from './waiting-withdrawals.tsx'

const refetchInterval = 15_000

/** All cells of the platform. Nothing is decided here: each case leads to the console of its cell. */
export const CellsPage = roleScreen('cells.title', operatorCells.access, Cells)

function Cells() {
  const query = useQuery({ ...queryFor(operatorCells, {}), refetchInterval })
  const [search, setSearch] = useState('')
  const isDirectoryAway = query.error instanceof CallFailed && query.error.failure.error === 'system-timeout'
  return (
    <Page
      title={t('cells.title')}
      actions={<SearchField label={t('cells.search')} value={search} onValue={setSearch} />}
    >
      <PageBody>
        <FoundCell typed={search} />
        {isDirectoryAway && query.data === undefined ? (
          <DirectoryAway onRetry={() => void query.refetch()} />
        ) : (
          <>
            {isDirectoryAway ? <Attention text={awayNote(query.dataUpdatedAt)} /> : null}
            <Loaded query={query}>{(all) => <Shown all={all} />}</Loaded>
          </>
        )}
      </PageBody>
    </Page>
  )
}

const awayNote = (sinceMs: number) => t('cells.directoryAway.note', { time: utcTime(sinceMs, { hasSeconds: true }) })

function Shown({ all }: { readonly all: AllCells }) {
  const away = awayCells(all)
  if (all.cells.length === 0) return <EmptyState icon={TreeStructureIcon} texts={['cells.none', 'cells.noneText']} />
  return (
    <>
      {away.length === 0 ? null : (
        <Attention
          text={t(all.all === null ? 'cells.someAway.withdrawals' : 'cells.someAway', {
            count: away.length,
            cells: cellList(away),
          })}
        />
      )}
      {all.all === null ? null : <CellFigures all={{ cells: all.cells, all: all.all }} />}
      <CellTable cells={all.cells} hasFigures={all.all !== null} />
      <WaitingWithdrawals all={all} />
    </>
  )
}

function Attention({ text }: { readonly text: string }) {
  return (
    <Note tone="attention" icon={<WarningCircleIcon size={18} />} role="status">
      {text}
    </Note>
  )
}

function DirectoryAway({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <StatePanel
      icon={<PlugsIcon size={28} />}
      title={t('cells.directoryAway')}
      text={t('cells.directoryAway.text')}
      actions={
        <div className={styles.retry}>
          <Button size="medium" onClick={onRetry}>
            {t('shared.action.retry')}
          </Button>
        </div>
      }
    />
  )
}
