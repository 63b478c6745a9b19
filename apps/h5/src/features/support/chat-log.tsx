import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button, Note, Spinner } from '@candor/ui'
import { ShieldCheckIcon } from '@candor/ui/icons/security'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { formatTime, useTexts } from '../../shared/i18n/index.ts'
import { dayHeading } from '../../shared/page/records/index.ts'
import { chatLines, readMarkSeq } from './chat-model.ts'
import type { Chat, ChatLine } from './chat-model.ts'
import { agentTitle, keptWords } from './chat-labels.ts'
import { MessageLine, OutgoingLine } from './message-line.tsx'
import { RatingCard } from './rating-card.tsx'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

/** Pixels from its ends within which the log counts as being at them. */
const nearPx = 80

/**
 * The conversation: scrolling up loads older messages, and it follows the end while that is visible. An empty one shows
 * its children.
 */
export function ChatLog({ chat, children }: { readonly chat: Chat; readonly children?: ReactNode }) {
  const texts = useTexts()
  const { t } = texts
  const client = useChatClient()
  const { box, onScroll } = useLogPlace(chat)
  const readSeq = readMarkSeq(chat.messages, chat.state?.agentReadSeq ?? 0)
  return (
    <div ref={box} className={styles.log} onScroll={onScroll} role="region" aria-label={t('support.log')}>
      {chat.hasOlder ? (
        <div className={styles.older}>
          <Button tone="bare" size="small" isBusy={chat.isLoadingOlder} onClick={client.loadOlder}>
            {t('support.older')}
          </Button>
        </div>
      ) : (
        <>
          <Note icon={<ShieldCheckIcon size={18} />}>{t('support.promise')}</Note>
          {chat.setting === null ? null : (
            <p className={styles.event}>
              {t('support.kept', { time: keptWords(texts, chat.setting.availability.keptDays) })}
            </p>
          )}
        </>
      )}
      {chat.phase === 'connecting' && chat.messages.length === 0 ? <Spinner /> : null}
      {chat.phase === 'online' && chat.messages.length + chat.outgoing.length === 0 ? children : null}
      <ol className={styles.lines}>
        {chatLines(chat.messages).map((line) => (
          <Line
            key={line.message.seq}
            line={line}
            readMs={line.message.seq === readSeq ? (chat.state?.agentReadMs ?? null) : null}
          />
        ))}
        {chat.outgoing.map((outgoing) => (
          <OutgoingLine key={outgoing.clientId} outgoing={outgoing} isConnected={chat.phase === 'online'} />
        ))}
      </ol>
      {chat.isTyping ? (
        <p
          className={styles.typing}
          role="img"
          aria-label={t('support.typing', { name: agentTitle(texts, chat.state?.agent ?? null) })}
        >
          <i />
          <i />
          <i />
        </p>
      ) : null}
      {chat.state?.mayRate || chat.isRated ? <RatingCard isRated={chat.isRated} /> : null}
      <PhaseNote chat={chat} />
    </div>
  )
}

function Line({ line: { message, beginsAt }, readMs }: { readonly line: ChatLine; readonly readMs: number | null }) {
  const texts = useTexts()
  const { t, locale } = texts
  return (
    <>
      {beginsAt === null ? null : (
        <li className={styles.time}>
          {dayHeading(texts, beginsAt)} {formatTime(locale, beginsAt)}
        </li>
      )}
      <MessageLine message={message} />
      {readMs === null ? null : (
        <li className={styles.mark}>{t('support.read', { time: formatTime(locale, readMs) })}</li>
      )}
    </>
  )
}

/** Explains why nothing arrives, and what happens to written messages. */
function PhaseNote({ chat: { phase } }: { readonly chat: Chat }) {
  const { t } = useTexts()
  const client = useChatClient()
  return (
    <div role="status" className={styles.phase}>
      {phase === 'offline' ? (
        <Note tone="attention" icon={<WifiSlashIcon size={18} />}>
          {t('support.offline')}
        </Note>
      ) : null}
      {phase === 'elsewhere' ? (
        <Note tone="attention">
          {t('support.elsewhere')}
          <span className={styles.useHere}>
            <Button tone="quiet" size="small" onClick={client.open}>
              {t('support.useHere')}
            </Button>
          </span>
        </Note>
      ) : null}
    </div>
  )
}

/**
 * Keeps the reading position while older messages are inserted above, follows the end while it is visible, and reports
 * what was read.
 */
function useLogPlace(chat: Chat) {
  const client = useChatClient()
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ height: 0, oldest: 0, outgoing: 0 })
  const newest = chat.messages.at(-1)?.seq ?? 0
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const oldest = chat.messages[0]?.seq ?? 0
    const { height } = before.current
    if (oldest < before.current.oldest) element.scrollTop += element.scrollHeight - height
    else if (isAtEnd.current || chat.outgoing.length > before.current.outgoing) element.scrollTop = element.scrollHeight
    before.current = { height: element.scrollHeight, oldest, outgoing: chat.outgoing.length }
  }, [chat])
  useEffect(() => {
    const read = () => {
      if (isAtEnd.current && document.visibilityState === 'visible') client.read(newest)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [client, newest, chat.phase])
  const onScroll = () => {
    const element = box.current
    if (element === null) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
    if (isAtEnd.current) client.read(newest)
    if (element.scrollTop < nearPx) client.loadOlder()
  }
  return { box, onScroll }
}
