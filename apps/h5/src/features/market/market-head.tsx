import { CaretDownIcon, CaretUpDownIcon, CaretUpIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './market-head.module.css'
import { nextSort } from './market-list-model.ts'
import type { Sort } from './market-list-model.ts'

/** The columns that sort the list. */
export function MarketHead({ sort, onSort }: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  const { t } = useTexts()
  return (
    <div className={styles.head}>
      <SortButton label={t('market.sort.name')} sortKey="name" sort={sort} onSort={onSort} />
      <span className={styles.figures}>
        <SortButton label={t('market.sort.price')} sortKey="price" sort={sort} onSort={onSort} />
        <SortButton label={t('market.sort.change')} sortKey="change" sort={sort} onSort={onSort} />
      </span>
    </div>
  )
}

interface SortButtonProps {
  readonly label: string
  readonly sortKey: Exclude<Sort['key'], 'catalogue'>
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

function SortButton({ label, sortKey, sort, onSort }: SortButtonProps) {
  const { t } = useTexts()
  const order = sort.key === sortKey ? sort.order : null
  const Arrow = order === null ? CaretUpDownIcon : order === 'ascending' ? CaretUpIcon : CaretDownIcon
  return (
    <button
      type="button"
      className={styles.sort}
      aria-pressed={order !== null}
      aria-label={order === null ? label : `${label}, ${t(`market.sort.${order}`)}`}
      onClick={() => onSort(nextSort(sort, sortKey))}
    >
      {label}
      <Arrow size={12} />
    </button>
  )
}
