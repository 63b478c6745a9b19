import { operatorSupportDesk } from '@candor/api/operator/support'
import { usePlace } from '../../shared/navigation/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { AnswersView } from './answers-view.tsx'
import { AgentDeskView } from './agent-desk-view.tsx'
import { FindView } from './find-view.tsx'
import { SettingsView } from './settings-view.tsx'

/**
 * Customer service. Its addresses: the agent desk, a conversation by number, the search, the canned replies, hours and
 * alarm.
 */
export const SupportPage = roleScreen('support.title', operatorSupportDesk.access, Support)

function Support() {
  const { id } = usePlace()
  if (id === 'find') return <FindView />
  if (id === 'answers') return <AnswersView />
  if (id === 'settings') return <SettingsView />
  return <AgentDeskView openId={id} />
}
