import { IconButton } from '@candor/ui'
import { HeadsetIcon } from '@candor/ui/icons/account'
import { DotsThreeIcon, RobotIcon } from '@candor/ui/icons/chat'
import { CaretLeftIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { agentTitle, availabilityWords } from './chat-labels.ts'
import type { Chat } from './chat-model.ts'
import styles from './support.module.css'

interface ChatBarProps {
  readonly chat: Chat
  /** Offers more to send; null for a visitor, who sends texts only. */
  readonly onMore: (() => void) | null
}

/** Who replies, and how soon. */
export function ChatBar({ chat, onMore }: ChatBarProps) {
  const texts = useTexts()
  const { t } = texts
  const agent = chat.state?.agent ?? null
  return (
    <header className={styles.bar}>
      <IconButton label={t('shared.action.back')} onClick={() => navigation.back()}>
        <CaretLeftIcon />
      </IconButton>
      <span className={styles.face} aria-hidden="true">
        {agent === null ? (
          <HeadsetIcon size={20} />
        ) : agent.isAssistant ? (
          <RobotIcon size={20} />
        ) : (
          agent.name.slice(0, 2).toUpperCase()
        )}
      </span>
      <div className={styles.who}>
        <h1 className={styles.name}>{agentTitle(texts, agent)}</h1>
        <p className={styles.when}>{availabilityWords(texts, chat)}</p>
      </div>
      {onMore === null ? null : (
        <IconButton label={t('support.more')} onClick={onMore}>
          <DotsThreeIcon />
        </IconButton>
      )}
    </header>
  )
}
