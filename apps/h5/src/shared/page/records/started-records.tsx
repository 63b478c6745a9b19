import { Button } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { EmptyState } from '../empty-state.tsx'
import { HowItWorks } from '../how-it-works/index.ts'
import { navigation } from '../app-navigation.ts'
import { RecordList } from './record-list.tsx'
import type { RecordListProps } from './record-list.tsx'

export interface StartedRecordsProps<Item> extends Pick<RecordListProps<Item>, 'pages' | 'row'> {
  readonly icon: Icon
  readonly texts: {
    readonly failed: MessageKey
    readonly empty: readonly [title: MessageKey, text: MessageKey]
    /** The button of the empty list. */
    readonly start: MessageKey
  }
  /** The page where such a record begins, and the article about it. */
  readonly begin: 'recharge' | 'swap' | 'withdrawal'
}

/** Records of something that the customer starts on a page of its own; while there are none, the way there. */
export function StartedRecords<Item>({ icon, texts, begin, ...list }: StartedRecordsProps<Item>) {
  const { t } = useTexts()
  return (
    <RecordList
      {...list}
      failedTitle={t(texts.failed)}
      empty={
        <EmptyState icon={icon} texts={texts.empty}>
          <Button onClick={() => navigation.redirect(begin)}>{t(texts.start)}</Button>
          <HowItWorks about={begin} />
        </EmptyState>
      }
    />
  )
}
