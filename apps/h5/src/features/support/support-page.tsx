import { useEffect, useState } from 'react'
import { Button, StatePanel } from '@candor/ui'
import { HeadsetIcon } from '@candor/ui/icons/account'
import { useTexts } from '../../shared/i18n/index.ts'
import { chosenLocation } from '../../shared/forms/index.ts'
import { hrefOf, pathOf } from '../../shared/page/index.ts'
import { supportToken, useIsSignedIn } from '../../shared/device/index.ts'
import { ChatBar } from './chat-bar.tsx'
import type { ChatClient } from './chat-client.ts'
import { ChatLog } from './chat-log.tsx'
import type { Chat } from './chat-model.ts'
import { Composer } from './composer.tsx'
import { HoursSheet } from './hours-sheet.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { PhotoSheet } from './photo-sheet.tsx'
import { SpokenMessage } from './spoken-message.tsx'
import styles from './support.module.css'
import { ThingSheet } from './thing-sheet.tsx'
import { HelpRow, Topics } from './topics.tsx'
import { ChatClientProvider, useOpenChat, useVisitorChat } from './use-chat.ts'

/** Online customer service, the only screen of a disabled account. Without an account one writes as a visitor. */
export function SupportPage() {
  const isSignedIn = useIsSignedIn()
  return isSignedIn || supportToken.get() !== null ? <ChatScreen /> : <VisitorScreen />
}

/** The chat of somebody without an account: texts only, in this browser. */
function VisitorScreen() {
  const { t } = useTexts()
  const { chat, client } = useVisitorChat()
  return (
    <ChatClientProvider value={client}>
      <div className={styles.screen}>
        <ChatBar chat={chat} onMore={null} />
        <p className={styles.visitor}>
          {t('support.visitor')}{' '}
          <a href={hrefOf('login', { from: pathOf('support') })}>{t('support.visitor.signIn')}</a>
        </p>
        <ChatLog chat={chat}>
          <HelpRow />
        </ChatLog>
        <SpokenMessage message={chat.spoken} />
        <Composer onFile={null} />
      </div>
    </ChatClientProvider>
  )
}

type OpenSheet = { readonly kind: 'more' | 'things' | 'hours' } | { readonly kind: 'photo'; readonly file: File } | null

function ChatScreen() {
  const { chat, client } = useOpenChat()
  const [sheet, setSheet] = useState<OpenSheet>(null)
  useChosenPlace(client)
  const close = () => setSheet(null)
  return (
    <ChatClientProvider value={client}>
      <div className={styles.screen}>
        <ChatBar chat={chat} onMore={() => setSheet({ kind: 'more' })} />
        {chat.phase === 'refused' ? (
          <Refused chat={chat} onRetry={client.open} />
        ) : (
          <ChatLog chat={chat}>
            <HelpRow />
            {supportToken.get() === null ? <Topics /> : null}
          </ChatLog>
        )}
        <SpokenMessage message={chat.spoken} />
        {chat.phase === 'refused' ? null : <Composer onFile={(file) => setSheet({ kind: 'photo', file })} />}
      </div>
      {sheet?.kind === 'more' ? (
        <MoreSheet
          hasHours={chat.setting !== null}
          hasThings={supportToken.get() === null}
          onThings={() => setSheet({ kind: 'things' })}
          onHours={() => setSheet({ kind: 'hours' })}
          onClose={close}
        />
      ) : null}
      {sheet?.kind === 'things' ? <ThingSheet onClose={close} /> : null}
      {sheet?.kind === 'hours' && chat.setting !== null ? (
        <HoursSheet hours={chat.setting.availability.hours} onClose={close} />
      ) : null}
      {sheet?.kind === 'photo' ? <PhotoSheet file={sheet.file} onClose={close} /> : null}
    </ChatClientProvider>
  )
}

/** Sends the location just chosen on the map. */
function useChosenPlace(client: ChatClient): void {
  useEffect(() => {
    const chosen = chosenLocation.peek('support')
    if (chosen === null) return
    chosenLocation.clear('support')
    client.send({ kind: 'location', ...chosen.point, label: chosen.label })
  }, [client])
}

/** The server refused this customer, with a reason. */
function Refused({ chat, onRetry }: { readonly chat: Chat; readonly onRetry: () => void }) {
  const { t } = useTexts()
  return (
    <div className={styles.log}>
      <StatePanel
        icon={<HeadsetIcon size={28} />}
        title={t('support.refused')}
        text={chat.fault ?? t('support.systemError')}
        actions={<Button onClick={onRetry}>{t('shared.action.retry')}</Button>}
      />
    </div>
  )
}
