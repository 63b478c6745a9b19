import type { CellView } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { locale, money, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { useOwnCell } from '../../shared/operator/index.ts'
import { DataTable } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { placeInCell } from './cells-model.ts'
import styles from './cells.module.css'
import { PlaceLink } from './place-link.tsx'

/** One row for each cell, also for one that is away. */
export function CellTable({
  cells,
  hasFigures,
}: {
  readonly cells: readonly CellView[]
  readonly hasFigures: boolean
}) {
  const ownCell = useOwnCell() ?? null
  return (
    <DataTable
      label={t('cells.table')}
      columns={[...columns(ownCell), ...(hasFigures ? figureColumns() : [])]}
      rows={cells}
      keyOf={({ cell }) => String(cell)}
    />
  )
}

type Figures = NonNullable<CellView['figures']>

function columns(ownCell: number | null): readonly Column<CellView>[] {
  return [
    {
      key: 'cell',
      title: t('cells.col.cell'),
      isOneLine: true,
      cell: (view) => <CellName view={view} ownCell={ownCell} />,
    },
    {
      key: 'state',
      title: t('cells.col.state'),
      isOneLine: true,
      cell: ({ responds }) => (responds ? t('cells.responds') : <Tag tone="attention">{t('cells.away')}</Tag>),
    },
    {
      key: 'terms',
      title: t('cells.col.terms'),
      isOneLine: true,
      cell: ({ hasNewestTerms }) =>
        hasNewestTerms ? t('cells.terms.newest') : <Tag tone="attention">{t('cells.terms.older')}</Tag>,
    },
  ]
}

const figureColumns = () => [
  figure('customers', ({ customers }) => formatCount(locale, customers)),
  figure('usd', ({ usd }) => money(usd)),
  figure('usdt', ({ usdt }) => money(usdt)),
  figure('clearingUsd', ({ clearing }) => money(clearing.usd)),
  figure('clearingUsdt', ({ clearing }) => money(clearing.usdt)),
  figure('underWay', ({ underWay }) => formatCount(locale, underWay)),
]

function figure(
  key: 'customers' | 'usd' | 'usdt' | 'clearingUsd' | 'clearingUsdt' | 'underWay',
  text: (figures: Figures) => string,
): Column<CellView> {
  return {
    key,
    title: t(`cells.col.${key}`),
    isNumber: true,
    cell: ({ figures }) => (figures === null ? '–' : text(figures)),
  }
}

/** The cell's number, which leads to its console. */
function CellName({ view, ownCell }: { readonly view: CellView; readonly ownCell: number | null }) {
  const name = t('cells.cell', { cell: view.cell })
  const href = view.cell === ownCell ? null : placeInCell(view, ownCell, hrefOf('overview'))
  return (
    <span className={styles.name}>
      <PlaceLink href={href}>{name}</PlaceLink>
      {view.cell === ownCell ? <span className={styles.quiet}>{t('cells.own')}</span> : null}
    </span>
  )
}
