import type { CellWithdrawal } from '@candor/api/operator'
import { TrayIcon } from '@candor/ui/icons/console'
import { distanceText, PromiseLabel, PromiseRing, useNow } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { useOwnCell } from '../../shared/operator/index.ts'
import { DataTable, EmptyState, Panel } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { placeInCell } from './cells-model.ts'
import type { AllCells } from './cells-model.ts'
import styles from './cells.module.css'
import { PlaceLink } from './place-link.tsx'

/** Withdrawals that wait in any cell, each with the way to the console that decides it. */
export function WaitingWithdrawals({ all: { cells, withdrawals, hasMore } }: { readonly all: AllCells }) {
  const nowMs = useNow()
  const ownCell = useOwnCell() ?? null
  const hrefIn = ({ cell, id }: CellWithdrawal) => {
    const view = cells.find((one) => one.cell === cell)
    return view === undefined ? null : placeInCell(view, ownCell, hrefOf('withdrawals', id))
  }
  return (
    <Panel title={t('cells.withdrawals')} aside={t('cells.withdrawals.order')}>
      {withdrawals.length === 0 ? (
        <EmptyState icon={TrayIcon} texts={['cells.withdrawals.none', 'cells.withdrawals.noneText']} />
      ) : (
        <DataTable
          label={t('cells.withdrawals')}
          columns={columns(nowMs, hrefIn)}
          rows={withdrawals}
          keyOf={({ cell, id }) => `${cell} ${id}`}
        />
      )}
      {hasMore ? <p className={styles.more}>{t('cells.withdrawals.more')}</p> : null}
    </Panel>
  )
}

function columns(nowMs: number, hrefIn: (one: CellWithdrawal) => string | null): readonly Column<CellWithdrawal>[] {
  return [
    {
      key: 'case',
      title: t('cells.col.case'),
      isOneLine: true,
      cell: (one) => <PlaceLink href={hrefIn(one)}>{t('cells.case', { id: one.id, cell: one.cell })}</PlaceLink>,
    },
    {
      key: 'amount',
      title: t('cells.col.amount'),
      isNumber: true,
      cell: ({ amount, asset }) => money(amount, asset),
    },
    {
      key: 'step',
      title: t('cells.col.step'),
      isOneLine: true,
      cell: ({ state }) => t(state === 'approved' ? 'withdrawals.step.sent' : 'withdrawals.step.approved'),
    },
    {
      key: 'waits',
      title: t('cells.col.waits'),
      isOneLine: true,
      cell: ({ requestedMs }) => distanceText(nowMs - requestedMs),
    },
    {
      key: 'left',
      title: t('cells.col.left'),
      isOneLine: true,
      cell: ({ requestedMs, promisedMs }) => {
        const promise = { startMs: requestedMs, promisedMs }
        return (
          <span className={styles.left}>
            <PromiseRing promise={promise} nowMs={nowMs} />
            <PromiseLabel promise={promise} nowMs={nowMs} />
          </span>
        )
      },
    },
  ]
}
