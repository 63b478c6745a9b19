import type { InstrumentView } from '@candor/api'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { CaretDownIcon, CaretUpDownIcon, CaretUpIcon } from '@candor/ui/icons/trade'
import { formatCount, useTexts } from '../../../shared/i18n/index.ts'
import { isOpen, marketFilter } from '../market-filter.ts'
import type { MarketFilter } from '../market-filter.ts'
import type { SortKey } from '../market-list-model.ts'
import styles from './market-filters.module.css'
import { filterText } from './filter-text.ts'
import { nextSort } from './next-sort.ts'

export interface MarketFiltersProps {
  readonly filter: MarketFilter
  /** The instruments of a category; empty for the favourites, which are not counted. */
  readonly listed: readonly InstrumentView[]
}

const sorts = ['movers', 'name', 'price', 'change'] as const

/** Chips: only what is open now, the largest changes first, and the order by name, price and change. */
export function MarketFilters({ filter, listed }: MarketFiltersProps) {
  const { t, locale } = useTexts()
  const { isOpenOnly } = filter
  const show = (change: Partial<MarketFilter>) => marketFilter.set(filterText({ ...filter, ...change }))
  return (
    <div className={styles.chips} role="group" aria-label={t('marketFilters.label')}>
      <button
        type="button"
        className={styles.chip}
        aria-pressed={isOpenOnly}
        onClick={() => show({ isOpenOnly: !isOpenOnly })}
      >
        {isOpenOnly ? <CheckCircleFillIcon size={16} /> : null}
        {t('marketFilters.open')}{' '}
        {listed.length === 0 ? null : (
          <span className={styles.count}>{formatCount(locale, listed.filter(isOpen).length)}</span>
        )}
      </button>
      {sorts.map((key) => (
        <SortChip key={key} sortKey={key} filter={filter} onSort={() => show({ sort: nextSort(filter.sort, key) })} />
      ))}
    </div>
  )
}

interface SortChipProps {
  readonly sortKey: Exclude<SortKey, 'catalogue'>
  readonly filter: MarketFilter
  readonly onSort: () => void
}

function SortChip({ sortKey, filter: { sort }, onSort }: SortChipProps) {
  const { t } = useTexts()
  const order = sort.key === sortKey ? sort.order : null
  const label = t(`marketFilters.sort.${sortKey}`)
  const Arrow = order === null ? CaretUpDownIcon : order === 'ascending' ? CaretUpIcon : CaretDownIcon
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={order !== null}
      aria-label={order === null || sortKey === 'movers' ? label : `${label}, ${t(`marketFilters.sort.${order}`)}`}
      onClick={onSort}
    >
      {label}
      {sortKey === 'movers' ? null : <Arrow size={12} />}
    </button>
  )
}
