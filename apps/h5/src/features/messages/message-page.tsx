import type { MessageView } from '@candor/api'
import { Button, Card, LateSkeleton, LinkRow, RowList, Screen, Skeleton, StatePanel, TopBar } from '@candor/ui'
import { BellIcon } from '@candor/ui/icons/account'
import { CallFailed } from '../../shared/api/index.ts'
import { AskSupportRow } from '../../shared/ask-support/index.ts'
import { formatDateTime, useOwnMoney } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useInstruments } from '../../shared/instrument/index.ts'
import { navigation, useRouteParams } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import styles from './message-page.module.css'
import { useMessage } from './message-queries.ts'
import { MessageSign } from './message-sign.tsx'
import { messageThing, messageWords } from './message-words.ts'

/** One message, which is read from now on, and the way to what it is about. */
export function MessagePage() {
  const { t } = useTexts()
  const { id = '' } = useRouteParams('message')
  const isSignedIn = useIsSignedIn()
  return (
    <Screen
      bar={
        <TopBar title={t('messages.one')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />
      }
    >
      {!isSignedIn ? (
        <SignedOutState text={t('messages.signedOut')} />
      ) : id === '' ? (
        <NoMessage />
      ) : (
        <Loaded key={id} id={id} />
      )}
    </Screen>
  )
}

function Loaded({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const { data, error, refetch } = useMessage(id)
  if (data !== undefined) return <Message message={data} />
  if (error instanceof CallFailed && error.failure.error === 'not-found') return <NoMessage />
  if (error !== null)
    return <FailedState error={error} title={t('messages.one.failed')} onRetry={() => void refetch()} />
  return (
    <LateSkeleton label={t('shared.loading')}>
      <Skeleton width="100%" height={180} radius={20} />
    </LateSkeleton>
  )
}

function NoMessage() {
  const { t } = useTexts()
  return (
    <StatePanel
      icon={<BellIcon size={28} />}
      title={t('messages.notFound.title')}
      text={t('messages.notFound.text')}
      actions={<Button onClick={() => navigation.redirect('messages')}>{t('messages.notFound.action')}</Button>}
    />
  )
}

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
      {message.type === 'decision' && message.kind === 'correction-booked' ? <AskSupportRow /> : null}
    </article>
  )
}
