import type { ReactNode } from 'react'
import { Button } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { EmptyState } from '../empty-state.tsx'
import { HowItWorks } from '../how-it-works/index.ts'
import { navigation } from '../app-navigation.ts'
import { RecordList } from './record-list.tsx'
import type { RecordListProps } from './record-list.tsx'

/** What the customer starts on a page of its own, whose name its texts, its routes and the article about it have. */
export type Started = 'recharge' | 'swap' | 'withdrawal'

/** The list of the records of `started`; while there are none, the way to start one. */
export function startedRecordsOf<Item>(
  started: Started,
  icon: Icon,
  usePages: () => RecordListProps<Item>['pages'],
  row: (item: Item) => ReactNode,
) {
  return function StartedRecords() {
    const { t } = useTexts()
    const empty = (
      <EmptyState icon={icon} texts={[`${started}.list.empty.title`, `${started}.list.empty.text`]}>
        <Button onClick={() => navigation.redirect(started)}>{t(`${started}.list.empty.action`)}</Button>
        <HowItWorks about={started} />
      </EmptyState>
    )
    return <RecordList pages={usePages()} failedTitle={t(`${started}.list.failed`)} empty={empty} row={row} />
  }
}
