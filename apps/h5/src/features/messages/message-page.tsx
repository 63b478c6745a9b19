import type { MessageView } from '@candor/api'
import { Card, LinkRow, RowList, Skeleton } from '@candor/ui'
import { BellIcon } from '@candor/ui/icons/account'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { useInstruments } from '../../shared/instrument/index.ts'
import { emptyPageOf, Loaded, navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import styles from './message-page.module.css'
import { useMessage } from './message-queries.ts'
import { MessageSign } from './message-sign.tsx'
import { messageThing, messageWords } from './message-labels.ts'

/** Decisions that their reader may want to object to. */
const asksSupport: readonly string[] = ['correction-booked', 'security-destination-added', 'security-signed-out']

/** One message, marked as read, with a link to its subject. */
export function MessagePage() {
  const { t } = useTexts()
  const { id = '' } = useRouteParams('message')
  return (
    <Page title={t('messages.one')} signedOut={t('messages.signedOut')}>
      <PageScreen>{id === '' ? <NoMessage /> : <OneMessage key={id} id={id} />}</PageScreen>
    </Page>
  )
}

function OneMessage({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const message = useMessage(id)
  return (
    <Loaded
      queries={{ message }}
      failed={t('messages.one.failed')}
      missing={<NoMessage />}
      skeleton={<Skeleton width="100%" height={180} radius={20} />}
    >
      {(read) => <Message message={read.message} />}
    </Loaded>
  )
}

const NoMessage = emptyPageOf(
  BellIcon,
  ['messages.notFound.title', 'messages.notFound.text', 'messages.notFound.action'],
  () => navigation.redirect('messages'),
)

function Message({ message }: { readonly message: MessageView }) {
  const texts = useTexts()
  const ownMoney = useOwnMoney()
  const { data } = useInstruments()
  const { title, text } = messageWords({ texts, ownMoney, instruments: data?.items ?? [] }, message)
  const thing = messageThing(texts, message)
  return (
    <article className={styles.page}>
      <Card isPadded>
        <div className={styles.head}>
          <MessageSign message={message} />
          <div>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.time}>{formatDateTime(texts.locale, message.atMs)}</p>
          </div>
        </div>
        <p className={styles.text}>{text}</p>
      </Card>
      {thing === null ? null : (
        <RowList>
          <LinkRow href={thing.href} title={thing.label} />
        </RowList>
      )}
      {message.type === 'decision' && asksSupport.includes(message.kind) ? <AskSupportRow /> : null}
    </article>
  )
}
