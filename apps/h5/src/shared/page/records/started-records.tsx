import type { ComponentType } from 'react'
import { Button } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { EmptyState } from '../empty-state.tsx'
import { HowItWorks } from '../how-it-works/index.ts'
import { navigation } from '../app-navigation.ts'
import type { RecordsName } from './page-with-records.tsx'
import { RecordList } from './record-list.tsx'
import type { RecordPages } from './record-list.tsx'

export interface StartedRecordsProps<Item> {
  /** The page where such a record begins, the folder of its texts, and the article about it. */
  readonly begin: RecordsName
  readonly pages: RecordPages<Item>
  readonly icon: Icon
  readonly Row: ComponentType<{ readonly item: Item }>
}

/** Records of something that the customer starts on a page of its own; while there are none, the way there. */
export function StartedRecords<Item extends { readonly id: string }>(props: StartedRecordsProps<Item>) {
  const { begin, pages, icon, Row } = props
  const { t } = useTexts()
  return (
    <RecordList
      pages={pages}
      failedTitle={t(`${begin}.list.failed`)}
      empty={
        <EmptyState icon={icon} texts={[`${begin}.list.empty.title`, `${begin}.list.empty.text`]}>
          <Button onClick={() => navigation.redirect(begin)}>{t(`${begin}.list.empty.action`)}</Button>
          <HowItWorks about={begin} />
        </EmptyState>
      }
      row={(item) => <Row key={item.id} item={item} />}
    />
  )
}
