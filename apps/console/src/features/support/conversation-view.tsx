import { useEffect, useRef } from 'react'
import {
  operatorSupportClaim,
  operatorSupportConversation,
  operatorSupportDesk,
  operatorSupportRead,
} from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'
import { useBusy } from '@candor/client/react'
import { Button, showToast, Tag } from '@candor/ui'
import { UserIcon } from '@candor/ui/icons/console'
import { call, refresh } from '../../shared/api/index.ts'
import { CaseHead } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { KeyHint, useShortcuts } from '../../shared/navigation/index.ts'
import { Loaded } from '../../shared/page/index.ts'
import { Composer } from './composer.tsx'
import { MessageItem, OutgoingItem } from './message-item.tsx'
import { sendAllAgain, useOutbox } from './outbox.ts'
import { languageLabel, presenceLabel, stateLabel, writerLabel } from './support-labels.ts'
import { readOlder, useThread } from './thread.ts'
import styles from './conversation.module.css'

export interface ConversationViewProps {
  readonly conversation: SupportConversation
  /** When the agent desk was last polled successfully. */
  readonly agentDeskUpdatedAt: number
}

/** One conversation: its messages, and this agent's message field. */
export function ConversationView({ conversation, agentDeskUpdatedAt }: ConversationViewProps) {
  const { id, language, agent, newestSeq } = conversation
  const thread = useThread(id, newestSeq)
  const isOwn = agent?.isOwn === true
  // AwaitingReply messages are resent as soon as the server responds again.
  useEffect(() => sendAllAgain(), [agentDeskUpdatedAt])
  useReadMark(conversation, thread.data?.at(-1)?.seq ?? 0)
  return (
    <div className={styles.conversation}>
      <CaseHead
        title={writerLabel(conversation)}
        icon={<UserIcon size={20} />}
        detail={t('support.head', {
          language: languageLabel(language),
          there: presenceLabel(conversation),
        })}
        aside={<Tag tone={isOwn ? 'ink' : 'quiet'}>{stateLabel(conversation)}</Tag>}
      />
      <Loaded query={thread}>{(messages) => <Messages conversation={conversation} messages={messages} />}</Loaded>
      {isOwn ? <Composer conversation={conversation} /> : <TakeIt conversation={conversation} />}
    </div>
  )
}

interface MessagesProps {
  readonly conversation: SupportConversation
  readonly messages: readonly SupportMessage[]
}

function Messages({ conversation, messages }: MessagesProps) {
  const { id, customer, customerReadSeq } = conversation
  const isTyping = customer?.isTyping === true
  const outbox = useOutbox(id)
  const list = useRef<HTMLDivElement>(null)
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  const onTheirWay = outbox.filter(({ clientId }) => !arrived.has(clientId))
  const newest = messages.at(-1)?.seq ?? 0
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }, [newest, onTheirWay.length, isTyping])
  return (
    // What scrolls must be reachable by key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={list} className={styles.messages} role="log" aria-label={t('support.messages')} tabIndex={0}>
      <Older id={id} firstSeq={messages[0]?.seq ?? 1} />
      {messages.map((message) => (
        <MessageItem
          key={message.seq}
          conversation={conversation}
          message={message}
          isRead={message.from === 'agent' && message.seq <= customerReadSeq}
        />
      ))}
      {onTheirWay.map((entry) => (
        <OutgoingItem key={entry.clientId} entry={entry} />
      ))}
      {isTyping ? <p className={styles.event}>{t('support.typing')}</p> : null}
    </div>
  )
}

/** Earlier messages. */
function Older({ id, firstSeq }: { readonly id: string; readonly firstSeq: number }) {
  const { isBusy, during } = useBusy()
  if (firstSeq <= 1) return null
  const read = async () => {
    await during(readOlder(id, firstSeq).catch(() => showToast('refused', t('shared.failure.network'))))
  }
  return (
    <div className={styles.older}>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void read()}>
        {t('support.older')}
      </Button>
    </div>
  )
}

/** Marks messages as read for the customer, while the page is visible. */
function useReadMark({ id, agent, agentReadSeq }: SupportConversation, shownSeq: number): void {
  const isDue = agent?.isOwn === true && shownSeq > agentReadSeq
  useEffect(() => {
    if (!isDue) return
    const tell = () => {
      if (document.visibilityState === 'visible') void call(operatorSupportRead, { id, seq: shownSeq })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [id, isDue, shownSeq])
}

/** A conversation of no agent or of another one: it can be read, and claimed if it is waiting. */
function TakeIt({ conversation: { id, state, agent } }: { readonly conversation: SupportConversation }) {
  const { isBusy, during } = useBusy()
  const isFree = state !== 'answering'
  const take = async () => {
    if (!isFree) return
    const result = await during(call(operatorSupportClaim, { id }))
    refresh(operatorSupportDesk, operatorSupportConversation)
    if (!result.ok) showToast('refused', result.msg)
  }
  useShortcuts({ c: () => void take() })
  return (
    <div className={styles.take}>
      <p>{isFree ? t('support.take.text') : t('support.take.other', { name: agent?.name ?? '' })}</p>
      {isFree ? (
        <Button size="medium" isBusy={isBusy} aria-keyshortcuts="C" onClick={() => void take()}>
          {t('support.take')} <KeyHint name="C" />
        </Button>
      ) : null}
    </div>
  )
}
