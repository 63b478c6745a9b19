import { useMemo, useState } from 'react'
import { messageGroup } from '@candor/api'
import type { MessageGroup, MessageView } from '@candor/api'
import { IconButton, VisuallyHidden } from '@candor/ui'
import { BellIcon } from '@candor/ui/icons/account'
import { ChecksIcon } from '@candor/ui/icons/message'
import { formatTime, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { FilterChips } from '../../shared/forms/index.ts'
import { useUnread } from '../../shared/account/index.ts'
import { useInstruments } from '../../shared/instrument/index.ts'
import { EmptyState, hrefOf, Page, PageScreen } from '../../shared/page/index.ts'
import { dayHeading, RecordList } from '../../shared/page/records/index.ts'
import { useMessages, useReadAll } from './message-queries.ts'
import { MessageSign } from './message-sign.tsx'
import { dayOf, foldSettled } from './settled-fold-model.ts'
import { SettledFoldRow } from './settled-fold-row.tsx'
import { messageWords } from './message-labels.ts'
import styles from './messages-page.module.css'

const groups = messageGroup.options

/** The inbox, newest first, day by day; the settled contracts of a day are folded into one row. */
export function MessagesPage() {
  const { t } = useTexts()
  return (
    <Page title={t('messages.title')} trailing={<ReadAll />} signedOut={t('messages.signedOut')}>
      <PageScreen>
        <Inbox />
      </PageScreen>
    </Page>
  )
}

function ReadAll() {
  const { t } = useTexts()
  const count = useUnread() ?? 0
  const { mutate, isPending } = useReadAll()
  return (
    <IconButton label={t('messages.readAll')} disabled={count === 0 || isPending} onClick={() => mutate()}>
      <ChecksIcon />
    </IconButton>
  )
}

function Inbox() {
  const texts = useTexts()
  const { t } = texts
  const [group, setGroup] = useState<MessageGroup | null>(null)
  const messages = useMessages(group)
  const { items, hasNextPage } = messages
  const entries = useMemo(() => (items === null ? null : foldSettled(items, dayOf, hasNextPage)), [items, hasNextPage])
  return (
    <>
      <div className={styles.groups}>
        <FilterChips
          label={t('messages.groups')}
          all={t('messages.all')}
          values={groups}
          labelOf={(value) => t(`messages.group.${value}`)}
          value={group}
          onValue={setGroup}
        />
      </div>
      <RecordList
        key={group ?? 'all'}
        pages={{ ...messages, items: entries }}
        failedTitle={t('messages.failed')}
        empty={
          <EmptyState
            icon={BellIcon}
            texts={[group === null ? 'messages.empty.title' : 'messages.empty.group.title', 'messages.empty.text']}
          />
        }
        heading={({ atMs }) => dayHeading(texts, atMs)}
        row={(entry) =>
          entry.type === 'fold' ? (
            <SettledFoldRow
              key={dayOf(entry.atMs)}
              fold={entry}
              day={dayOf(entry.atMs)}
              row={(message) => <MessageRow key={message.id} message={message} />}
            />
          ) : (
            <MessageRow key={entry.id} message={entry} />
          )
        }
      />
    </>
  )
}

function MessageRow({ message }: { readonly message: MessageView }) {
  const texts = useTexts()
  const ownMoney = useOwnMoney()
  const { data } = useInstruments()
  const { title, text } = messageWords({ texts, ownMoney, instruments: data?.items ?? [] }, message)
  const { id, atMs, isRead } = message
  return (
    <a className={styles.row} href={hrefOf('message', { id })}>
      <MessageSign message={message} />
      <span className={styles.words}>
        <span className={styles.head}>
          <span className={styles.title} data-unread={!isRead}>
            {title}
          </span>
          <span className={styles.time}>{formatTime(texts.locale, atMs)}</span>
        </span>
        <span className={styles.text}>{text}</span>
      </span>
      {isRead ? null : (
        <span className={styles.unread}>
          <VisuallyHidden>{texts.t('messages.unread')}</VisuallyHidden>
        </span>
      )}
    </a>
  )
}
