import { useState } from 'react'
import { operatorTeam, operatorTeamDisable } from '@candor/api/operator'
import type { TeamMember } from '@candor/api/operator'
import { Button, Note, Tag, VisuallyHidden } from '@candor/ui'
import { LockKeyIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { roleScreen, roleName, useMay, useOperator } from '../../shared/operator/index.ts'
import { DataTable, Loaded, Page } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { sessionLabel } from './session-labels.ts'
import styles from './team.module.css'

/** All operators: their roles, and their sessions. A colleague can be disabled at once, and nothing else. */
export const TeamPage = roleScreen('team.title', operatorTeam.access, Team)

function Team() {
  const team = useQuery({ ...queryFor(operatorTeam, {}), refetchInterval: 30_000 })
  const [leaving, setLeaving] = useState<string | null>(null)
  const ownId = useOperator()?.operatorId
  const mayDisable = useMay(operatorTeamDisable.access) === true
  return (
    <Page title={t('team.title')}>
      <div className={styles.page}>
        <Note icon={<LockKeyIcon size={18} />}>{t('team.note')}</Note>
        <Loaded query={team}>
          {({ items }) => (
            <DataTable
              label={t('team.table')}
              columns={[...columns(), ...(mayDisable ? [actColumn(ownId, setLeaving)] : [])]}
              rows={items}
              keyOf={({ operatorId }) => operatorId}
            />
          )}
        </Loaded>
        {leaving === null ? null : <DisableDialog name={leaving} onClose={() => setLeaving(null)} />}
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

function actColumn(ownId: string | undefined, onDisable: (name: string) => void): Column<TeamMember> {
  return {
    key: 'act',
    title: t('team.col.act'),
    isTitleHidden: true,
    isOneLine: true,
    cell: ({ operatorId, name, isDisabled }) =>
      isDisabled || operatorId === ownId ? null : (
        <Button tone="quiet" size="small" onClick={() => onDisable(name)}>
          {t('team.disable')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      ),
  }
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
