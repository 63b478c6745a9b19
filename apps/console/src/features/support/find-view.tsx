import { useDeferredValue, useState } from 'react'
import { operatorSupportList } from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import { TrayIcon } from '@candor/ui/icons/console'
import { usePages } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import {
  EmptyState,
  Loaded,
  MoreButton,
  Page,
  PageBody,
  RecordTable,
  SearchField,
  Select,
} from '../../shared/page/index.ts'
import type { MoreButtonProps } from '../../shared/page/index.ts'
import { SupportTabs } from './support-tabs.tsx'
import { languageLabel, messageLine, stateLabel, writerLabel } from './support-labels.ts'
import styles from './support.module.css'

const states = ['all', 'waiting', 'answering', 'closed'] as const

/** All conversations, by account, address or text. */
export function FindView() {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<(typeof states)[number]>('all')
  const text = useDeferredValue(typed.trim())
  const list = usePages(operatorSupportList, {
    ...(text === '' ? {} : { text }),
    ...(state === 'all' ? {} : { state }),
    limit: 30,
  })
  return (
    <Page
      title={t('support.title')}
      actions={<SearchField label={t('support.find')} value={typed} onValue={setTyped} />}
    >
      <SupportTabs open="find" />
      <PageBody>
        <div className={styles.filter}>
          <Select
            label={t('support.find.state')}
            value={state}
            onValue={setState}
            options={states.map((value) => ({ value, label: t(`support.find.state.${value}`) }))}
          />
        </div>
        <Loaded query={list}>
          {(items) => (items.length === 0 ? <NothingFound /> : <FoundConversations items={items} list={list} />)}
        </Loaded>
      </PageBody>
    </Page>
  )
}

function NothingFound() {
  return <EmptyState icon={TrayIcon} texts={['support.find.none', 'support.find.noneText']} />
}

interface FoundConversationsProps {
  readonly items: readonly SupportConversation[]
  readonly list: MoreButtonProps
}

function FoundConversations({ items, list }: FoundConversationsProps) {
  return (
    <>
      <RecordTable
        label={t('support.tab.find')}
        rows={items}
        columns={[
          {
            key: 'account',
            title: t('support.fact.account'),
            isOneLine: true,
            cell: (conversation) => <a href={hrefOf('support', conversation.id)}>{writerLabel(conversation)}</a>,
          },
          { key: 'state', title: t('support.find.state'), isOneLine: true, cell: stateLabel },
          { key: 'language', title: t('support.fact.language'), cell: ({ language }) => languageLabel(language) },
          { key: 'last', title: t('support.find.last'), cell: ({ lastMessage }) => messageLine(lastMessage) },
          {
            key: 'when',
            title: t('support.find.when'),
            isOneLine: true,
            cell: ({ lastMessage, openedMs }) => utcDateTime(lastMessage?.atMs ?? openedMs),
          },
          {
            key: 'rating',
            title: t('support.ratings'),
            isNumber: true,
            cell: ({ rating }) => (rating === null ? '–' : t('support.ratings.score', { score: rating.score })),
          },
        ]}
      />
      <MoreButton {...list} />
    </>
  )
}
