import { statementGroup } from '@candor/api'
import { Button, Segmented } from '@candor/ui'
import { ListBulletsIcon } from '@candor/ui/icons/account'
import { useTexts } from '../../shared/i18n/index.ts'
import { FilterChips } from '../../shared/forms/index.ts'
import { EmptyState, navigation } from '../../shared/page/index.ts'
import { monthOf, PeriodButton } from '../../shared/page/period/index.ts'
import { dayHeading, RecordList } from '../../shared/page/records/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { MonthCard } from './month-card.tsx'
import { assets, isFiltered, unfiltered } from './statement-filter.ts'
import type { StatementShown } from './statement-filter.ts'
import styles from './statement-page.module.css'
import { useStatement, useTotals } from './statement-queries.ts'
import { StatementRow } from './statement-row.tsx'

export interface StatementProps {
  readonly shown: StatementShown
  readonly onShow: (change: Partial<StatementShown>) => void
  /** Saves the statement of a month. */
  readonly onSave: (month: string) => void
}

/** The month's sums, and the movements day by day, filtered. */
export function Statement({ shown, onShow, onSave }: StatementProps) {
  const texts = useTexts()
  const { t } = texts
  const lines = useStatement(shown)
  const currentMonth = monthOf(useServerNow(60_000))
  const month = shown.month ?? currentMonth
  return (
    <>
      <MonthCard
        month={month}
        currentMonth={currentMonth}
        asset={shown.asset}
        totals={useTotals(month)}
        onMonth={(chosen) => onShow({ month: chosen })}
        onSave={() => onSave(month)}
      />
      <Filter shown={shown} onShow={onShow} />
      <RecordList
        key={JSON.stringify(shown)}
        pages={lines}
        failedTitle={t('statement.failed')}
        empty={
          isFiltered(shown) ? (
            <EmptyState icon={ListBulletsIcon} texts={['statement.empty.filtered', 'statement.empty.filtered.text']}>
              <Button onClick={() => onShow(unfiltered)}>{t('statement.empty.filtered.action')}</Button>
            </EmptyState>
          ) : (
            <EmptyState icon={ListBulletsIcon} texts={['statement.empty', 'statement.empty.text']}>
              <Button onClick={() => navigation.navigate('recharge')}>{t('statement.empty.action')}</Button>
            </EmptyState>
          )
        }
        heading={({ atMs }) => dayHeading(texts, atMs)}
        row={(line) => <StatementRow key={line.id} line={line} />}
      />
    </>
  )
}

interface FilterProps {
  readonly shown: StatementShown
  readonly onShow: (change: Partial<StatementShown>) => void
}

function Filter({ shown, onShow }: FilterProps) {
  const { t } = useTexts()
  const { asset, group, month } = shown
  return (
    <div className={styles.filter}>
      <div className={styles.first}>
        <Segmented
          label={t('statement.assets')}
          options={[{ value: 'all', label: t('statement.all') }, ...assets.map((value) => ({ value, label: value }))]}
          value={asset ?? 'all'}
          onValue={(value) => onShow({ asset: assets.find((known) => known === value) ?? null })}
        />
        <PeriodButton month={month} onMonth={(chosen) => onShow({ month: chosen })} />
      </div>
      <FilterChips
        label={t('statement.groups')}
        all={t('statement.all')}
        values={statementGroup.options}
        labelOf={(value) => t(`statement.group.${value}`)}
        value={group}
        onValue={(value) => onShow({ group: value })}
      />
    </div>
  )
}
