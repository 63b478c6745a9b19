import type { SupportConversation } from '@candor/api/operator/support'
import { classNames, Tag, VisuallyHidden } from '@candor/ui'
import { CaseLink, CaseTitle } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { languageLabel, messageLine, presenceLabel, stateLabel, waitLabel, writerLabel } from './support-labels.ts'
import styles from './conversation-list.module.css'

export interface ConversationListProps {
  readonly title: string
  /** The text of an empty list. */
  readonly none: string
  readonly items: readonly SupportConversation[]
  readonly openId: string | null
  /** The server's time: waits are measured by one clock. */
  readonly nowMs: number
}

/** Conversations as links: the customer's waiting time, language, and unread count. */
export function ConversationList({ title, none, items, openId, nowMs }: ConversationListProps) {
  return (
    <section className={styles.group}>
      <h2>{t('support.group', { title, count: items.length })}</h2>
      {items.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul aria-label={title}>
          {items.map((conversation) => (
            <li key={conversation.id}>
              <Row conversation={conversation} isOpen={conversation.id === openId} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface RowProps {
  readonly conversation: SupportConversation
  readonly isOpen: boolean
  readonly nowMs: number
}

function Row({ conversation, isOpen, nowMs }: RowProps) {
  const { id, customer, language, unread, waitingSinceMs, isOverdue, lastMessage } = conversation
  return (
    <CaseLink screen="support" id={id} isOpen={isOpen}>
      <span className={styles.words}>
        <span className={styles.line}>
          <CaseTitle>{writerLabel(conversation)}</CaseTitle>
          {waitingSinceMs === null ? (
            <span className={styles.quiet}>{stateLabel(conversation)}</span>
          ) : (
            <span className={classNames(styles.wait, isOverdue && styles.overdue)}>
              <VisuallyHidden>{t(isOverdue ? 'support.waits.tooLong' : 'support.waits')}</VisuallyHidden>{' '}
              {waitLabel(nowMs - waitingSinceMs)}
            </span>
          )}
        </span>
        <span className={styles.line}>
          <span className={classNames(styles.cut, unread > 0 && styles.fresh)} dir="auto">
            {customer?.isTyping === true ? t('support.typing') : messageLine(lastMessage)}
          </span>
          {unread === 0 ? null : (
            <span className={styles.unread}>
              <span aria-hidden="true">{unread}</span>
              <VisuallyHidden>{t('support.unread', { count: unread })}</VisuallyHidden>
            </span>
          )}
        </span>
        <span className={classNames(styles.line, styles.quiet)}>
          <span>{languageLabel(language)}</span>
          <span>{presenceLabel(conversation)}</span>
          {customer === null ? <Tag tone="quiet">{t('support.noAccount')}</Tag> : null}
        </span>
      </span>
    </CaseLink>
  )
}
