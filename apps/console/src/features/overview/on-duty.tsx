import { operatorTeam } from '@candor/api/operator'
import { operatorSupportDesk } from '@candor/api/operator/support'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { initials, useNow } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { roleName, useMay } from '../../shared/operator/index.ts'
import { Panel } from '../../shared/page/index.ts'
import styles from './overview.module.css'

/** A person of the team who is here now. */
interface Present {
  readonly operatorId: string
  readonly name: string
  readonly text: string
}

/** An operator who called within this time is here. */
const presentMs = 5 * 60_000

/** Who is here: colleagues with a session in use, and agents of customer service on duty. */
export function OnDuty() {
  const { people, maySee } = usePresent()
  if (!maySee) return null
  return (
    <Panel title={t('overview.duty')} aside={t('overview.duty.now')}>
      {people.length === 0 ? <p className={styles.quiet}>{t('overview.duty.none')}</p> : null}
      <ul className={styles.lines}>
        {people.map(({ operatorId, name, text }) => (
          <li key={operatorId} className={styles.case}>
            <span className={styles.initials} aria-hidden="true">
              {initials(name)}
            </span>
            <span className={styles.words}>
              <span>{name}</span>
              <span className={styles.small}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function usePresent(): { readonly people: readonly Present[]; readonly maySee: boolean } {
  const mayTeam = useMay(operatorTeam.access) === true
  const mayAnswer = useMay(operatorSupportDesk.access) === true
  const nowMs = useNow()
  const team = useQuery({ ...queryFor(operatorTeam, {}), enabled: mayTeam, refetchInterval: 30_000 }).data?.items
  const support = useQuery({ ...queryFor(operatorSupportDesk, {}), enabled: mayAnswer, refetchInterval: 10_000 }).data
  const agents = (support?.agents ?? []).filter(({ isOnDuty }) => isOnDuty)
  const answering = new Map(
    agents.map((agent) => [agent.operatorId, t('overview.duty.agent', { count: agent.conversations })]),
  )
  const signedIn = (team ?? [])
    .filter(({ sessions }) => sessions.some(({ lastUsedMs }) => nowMs - lastUsedMs < presentMs))
    .map(({ operatorId, name, roles }) => ({
      operatorId,
      name,
      text: [roles.map(roleName).join(', '), answering.get(operatorId)].filter(Boolean).join(' · '),
    }))
  const known = new Set(signedIn.map(({ operatorId }) => operatorId))
  const others = agents
    .filter(({ operatorId }) => !known.has(operatorId))
    .map(({ operatorId, name }) => ({ operatorId, name, text: answering.get(operatorId) ?? '' }))
  return { people: [...signedIn, ...others], maySee: mayTeam || mayAnswer }
}
