import { termState } from '@candor/api'
import type { TermState } from '@candor/api'
import { Button } from '@candor/ui'
import { PercentIcon } from '@candor/ui/icons/account'
import { FilteredList } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, navigation } from '../../shared/page/index.ts'
import { HowItWorks } from '../../shared/page/how-it-works/index.ts'
import { RecordList, recordsPage } from '../../shared/page/records/index.ts'
import { useTerms } from './interest-queries.ts'
import styles from './interest.module.css'
import { TermRow } from './term-row.tsx'
import { TermScreen } from './term-screen.tsx'

/** Interest orders: the list, or one when the address names it. */
export const InterestOrdersPage = recordsPage('interestOrders', Terms, TermScreen, {
  title: 'interest.list.title',
  signedOut: 'interest.signedOut',
})

function Terms() {
  const { t } = useTexts()
  return (
    <FilteredList
      className={styles.filter}
      label={t('interest.filter')}
      all={t('interest.filter.all')}
      values={termState.options}
      labelOf={(value) => t(`interest.state.${value}`)}
    >
      {(state) => <TermsOf state={state} />}
    </FilteredList>
  )
}

function TermsOf({ state }: { readonly state: TermState | null }) {
  const { t } = useTexts()
  const pages = useTerms(state)
  return (
    <RecordList
      hasIcons={false}
      pages={pages}
      failedTitle={t('interest.list.failed')}
      empty={
        <EmptyState icon={PercentIcon} texts={[`interest.empty.${state ?? 'all'}`, 'interest.empty.text']}>
          <Button onClick={() => navigation.redirect('interest')}>{t('interest.empty.action')}</Button>
          <HowItWorks about="interest" />
        </EmptyState>
      }
      row={(term) => <TermRow key={term.id} term={term} />}
    />
  )
}
