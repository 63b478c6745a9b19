import { useState } from 'react'
import { statementGroup } from '@candor/api'
import { Button, IconButton, Segmented, StatePanel } from '@candor/ui'
import { ListBulletsIcon } from '@candor/ui/icons/account'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { useTexts } from '../../shared/i18n/index.ts'
import { FilterChips } from '../../shared/forms/index.ts'
import { navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { monthOf, PeriodButton } from '../../shared/page/period/index.ts'
import { dayHeading, RecordList } from '../../shared/page/records/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { ExportSheet } from './export-sheet.tsx'
import { MonthCard } from './month-card.tsx'
import { assets, isFiltered, paramsOf, shownIn } from './statement-filter.ts'
import type { StatementShown } from './statement-filter.ts'
import styles from './statement-page.module.css'
import { useStatement, useTotals } from './statement-queries.ts'
import { StatementRow } from './statement-row.tsx'

/** Every movement of the customer's money, newest first, day by day, with the balance after it. */
export function StatementPage() {
  const { t } = useTexts()
  const shown = shownIn(useRouteParams('statement'))
  const [exporting, setExporting] = useState<{ readonly month: string | null } | null>(null)
  return (
    <Page
      title={t('statement.title')}
      trailing={
        <IconButton label={t('statement.export')} onClick={() => setExporting({ month: null })}>
          <DownloadSimpleIcon />
        </IconButton>
      }
      signedOut={t('statement.signedOut')}
    >
      <PageScreen>
        <Statement shown={shown} onSave={(month) => setExporting({ month })} />
        {exporting === null ? null : (
          <ExportSheet
            shown={exporting.month === null ? shown : { asset: shown.asset, group: null, month: exporting.month }}
            isShownOnly={exporting.month !== null}
            onClose={() => setExporting(null)}
          />
        )}
      </PageScreen>
    </Page>
  )
}

interface StatementProps {
  readonly shown: StatementShown
  readonly onSave: (month: string) => void
}

function Statement({ shown, onSave }: StatementProps) {
  const texts = useTexts()
  const { t } = texts
  const lines = useStatement(shown)
  const show = (change: Partial<StatementShown>) => navigation.redirect('statement', paramsOf({ ...shown, ...change }))
  const currentMonth = monthOf(useServerNow(60_000))
  const month = shown.month ?? currentMonth
  return (
    <>
      <MonthCard
        month={month}
        currentMonth={currentMonth}
        asset={shown.asset}
        totals={useTotals(month)}
        onMonth={(chosen) => show({ month: chosen })}
        onSave={() => onSave(month)}
      />
      <Filter shown={shown} onShow={show} />
      <RecordList
        key={JSON.stringify(shown)}
        pages={lines}
        failedTitle={t('statement.failed')}
        empty={
          <StatePanel
            icon={<ListBulletsIcon size={28} />}
            title={t(isFiltered(shown) ? 'statement.empty.filtered' : 'statement.empty')}
            text={t(isFiltered(shown) ? 'statement.empty.filtered.text' : 'statement.empty.text')}
            actions={
              isFiltered(shown) ? (
                <Button onClick={() => navigation.redirect('statement')}>{t('statement.empty.filtered.action')}</Button>
              ) : (
                <Button onClick={() => navigation.navigate('recharge')}>{t('statement.empty.action')}</Button>
              )
            }
          />
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
