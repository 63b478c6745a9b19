import { operatorTeam } from '@candor/api/operator'
import type { TeamMember } from '@candor/api/operator'
import { Note, Tag } from '@candor/ui'
import { LockKeyIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { RoleGate, roleName } from '../../shared/operator/index.ts'
import { DataTable, Page } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { sessionLabel } from './session-labels.ts'
import styles from './team.module.css'

/** All operators: their roles, and their sessions. Read only. */
export function TeamPage() {
  return (
    <RoleGate title={t('team.title')} access={operatorTeam.access}>
      <Team />
    </RoleGate>
  )
}

function Team() {
  const team = useQuery({ ...queryFor(operatorTeam, {}), refetchInterval: 30_000 })
  return (
    <Page title={t('team.title')}>
      <div className={styles.page}>
        <Note icon={<LockKeyIcon size={18} />}>{t('team.note')}</Note>
        <Loaded query={team}>
          {({ items }) => (
            <DataTable
              label={t('team.table')}
              columns={columns()}
              rows={items}
              keyOf={({ operatorId }) => operatorId}
            />
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function columns(): readonly Column<TeamMember>[] {
  return [
    { key: 'name', title: t('team.col.name'), cell: (member) => <Name member={member} />, isOneLine: true },
    { key: 'roles', title: t('team.col.roles'), cell: ({ roles }) => roles.map(roleName).join(', ') },
    {
      key: 'factor',
      title: t('team.col.factor'),
      cell: ({ secondFactor }) => t(`team.factor.${secondFactor}`),
      isOneLine: true,
    },
    {
      key: 'seen',
      title: t('team.col.seen'),
      cell: ({ lastSeenMs }) => (lastSeenMs === null ? t('team.never') : utcDateTime(lastSeenMs)),
      isOneLine: true,
    },
    { key: 'sessions', title: t('team.col.sessions'), cell: ({ sessions }) => <Sessions sessions={sessions} /> },
  ]
}

function Name({ member: { operatorId, name, isSandboxReviewer, isDisabled } }: { readonly member: TeamMember }) {
  return (
    <div className={styles.name}>
      <b>{name}</b>
      <span className={styles.quiet}>{t('team.number', { id: operatorId })}</span>
      {isSandboxReviewer ? <Tag>{t('team.sandbox')}</Tag> : null}
      {isDisabled ? <Tag tone="attention">{t('team.disabled')}</Tag> : null}
    </div>
  )
}

function Sessions({ sessions }: Pick<TeamMember, 'sessions'>) {
  if (sessions.length === 0) return <span className={styles.quiet}>{t('team.sessions.none')}</span>
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => (
        <li key={`${session.createdMs} ${session.network}`}>{sessionLabel(session)}</li>
      ))}
    </ul>
  )
}
