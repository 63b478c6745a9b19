import { operatorSupportDesk, operatorSupportDuty } from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import { useBusy } from '@candor/client/react'
import { Button, IconButton, Note, showToast } from '@candor/ui'
import { BellIcon, BellRingingIcon, HeadsetIcon } from '@candor/ui/icons/account'
import { ClockIcon } from '@candor/ui/icons/console'
import { SpeakerHighIcon, SpeakerSlashIcon } from '@candor/ui/icons/desk'
import { call, refresh } from '../../shared/api/index.ts'
import { CaseColumns } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { goTo, KeyHint, useShortcuts } from '../../shared/navigation/index.ts'
import { EmptyState, Loaded, Page } from '../../shared/page/index.ts'
import { setMuted, useMuted } from './alarm.ts'
import { ContextColumn } from './context-column.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import { setNotices, useNotices } from './new-conversations.ts'
import { nextToReply, overdueCount } from './support-model.ts'
import { SupportTabs } from './support-tabs.tsx'
import { waitLabel } from './support-labels.ts'
import { useConversation } from './use-conversation.ts'
import { useAgentDesk } from './use-agent-desk.ts'
import type { AgentDesk } from './use-agent-desk.ts'
import styles from './support.module.css'

/** The queue, the open conversation, and its customer's data. J opens the next in the queue. */
export function AgentDeskView({ openId }: { readonly openId: string | null }) {
  const query = useAgentDesk()
  const openNext = () => {
    const next = query.data === undefined ? null : nextToReply(query.data, openId)
    if (next !== null) goTo('support', next)
  }
  useShortcuts({ j: openNext })
  return (
    <Page title={t('support.title')} actions={<AgentDeskActions desk={query.data} onNext={openNext} />}>
      <SupportTabs open="desk" />
      {openId === null ? (
        <CaseColumns queue={<Lists query={query} openId={openId} />} detail={<Nothing />} decision={null} />
      ) : (
        <Open key={openId} id={openId} query={query} />
      )}
    </Page>
  )
}

function Open({ id, query }: { readonly id: string; readonly query: ReturnType<typeof useAgentDesk> }) {
  const known = [...(query.data?.own ?? []), ...(query.data?.queue ?? [])].find(
    (conversation) => conversation.id === id,
  )
  const opened = useConversation(id, known)
  const conversation = known ?? opened.data?.conversation
  return (
    <CaseColumns
      queue={<Lists query={query} openId={id} />}
      detail={
        conversation === undefined ? (
          <Loaded query={opened}>{() => null}</Loaded>
        ) : (
          <ConversationView conversation={conversation} agentDeskUpdatedAt={query.dataUpdatedAt} />
        )
      }
      decision={
        <Loaded query={opened}>
          {(view) => (
            <ContextColumn
              view={view}
              conversation={conversation ?? view.conversation}
              agents={query.data?.agents ?? []}
            />
          )}
        </Loaded>
      }
    />
  )
}

function Nothing() {
  return <EmptyState icon={HeadsetIcon} texts={['support.pick', 'support.pickText']} />
}

function Lists({ query, openId }: { readonly query: ReturnType<typeof useAgentDesk>; readonly openId: string | null }) {
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <Alarm waiting={[...found.queue, ...found.own]} alarmMs={found.alarmMs} />
          <ConversationList
            title={t('support.own')}
            none={t('support.own.none')}
            items={found.own}
            openId={openId}
            nowMs={found.nowMs}
          />
          <ConversationList
            title={t('support.queue')}
            none={t(found.isOnDuty ? 'support.queue.none' : 'support.queue.offDuty')}
            items={found.queue}
            openId={openId}
            nowMs={found.nowMs}
          />
        </>
      )}
    </Loaded>
  )
}

/** Shows how many wait too long, while any do. */
function Alarm({ waiting, alarmMs }: { readonly waiting: readonly SupportConversation[]; readonly alarmMs: number }) {
  const count = overdueCount(waiting)
  return (
    <div className={styles.alarm} role="status">
      {count === 0 ? null : (
        <Note tone="attention" icon={<ClockIcon size={18} />}>
          {t('support.alarm', { count, time: waitLabel(alarmMs) })}
        </Note>
      )}
    </div>
  )
}

function AgentDeskActions({
  desk: found,
  onNext,
}: {
  readonly desk: AgentDesk | undefined
  readonly onNext: () => void
}) {
  const { isBusy, during } = useBusy()
  const isMuted = useMuted()
  const hasNotices = useNotices()
  const isOnDuty = found?.isOnDuty === true
  const switchDuty = async () => {
    const result = await during(call(operatorSupportDuty, { isOnDuty: !isOnDuty }))
    refresh(operatorSupportDesk)
    if (!result.ok) showToast('refused', result.msg)
  }
  const mute = () => setMuted(!isMuted)
  useShortcuts({ d: () => void switchDuty(), m: mute })
  return (
    <>
      <span className={styles.there}>
        {found === undefined
          ? ''
          : t('support.there', { count: found.agents.filter((agent) => agent.isOnDuty).length })}
        {found?.isOpen === false ? ` · ${t('support.closedHours')}` : ''}
      </span>
      <IconButton
        label={t('support.mute')}
        aria-pressed={isMuted}
        aria-keyshortcuts="M"
        onClick={mute}
        title={t('support.mute')}
      >
        {isMuted ? <SpeakerSlashIcon size={20} /> : <SpeakerHighIcon size={20} />}
      </IconButton>
      <IconButton
        label={t('support.notices')}
        aria-pressed={hasNotices}
        onClick={() => void setNotices(!hasNotices)}
        title={t('support.notices')}
      >
        {hasNotices ? <BellRingingIcon size={20} /> : <BellIcon size={20} />}
      </IconButton>
      <Button
        tone={isOnDuty ? 'quiet' : 'primary'}
        size="small"
        isBusy={isBusy}
        disabled={found === undefined}
        aria-keyshortcuts="D"
        onClick={() => void switchDuty()}
      >
        {t(isOnDuty ? 'support.duty.leave' : 'support.duty.enter')} <KeyHint name="D" />
      </Button>
      <Button tone="quiet" size="small" aria-keyshortcuts="J" onClick={onNext}>
        {t('support.next')} <KeyHint name="J" />
      </Button>
    </>
  )
}
