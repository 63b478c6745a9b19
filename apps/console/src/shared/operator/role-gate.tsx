import type { ComponentType, ReactNode } from 'react'
import type { OperatorAccess } from '@candor/api/operator'
import { StatePanel } from '@candor/ui'
import { LockKeyIcon } from '@candor/ui/icons/console'
import { t } from '../i18n/index.ts'
import type { MessageKey } from '../i18n/index.ts'
import { Page } from '../page/index.ts'
import { useMay } from './operator.ts'
import { roleList } from './role-names.ts'

interface RoleGateProps {
  readonly title: string
  /** The roles that may read the screen. */
  readonly access: OperatorAccess
  readonly children: ReactNode
}

/** Shows a screen to operators with the role, and tells others which roles may. */
function RoleGate({ title, access, children }: RoleGateProps) {
  const may = useMay(access)
  if (may === true) return children
  return (
    <Page title={title}>
      {may === undefined ? null : (
        <StatePanel
          icon={<LockKeyIcon size={28} />}
          title={t('shared.noPermission.title')}
          text={t('shared.noPermission.text', { roles: roleList(access) })}
        />
      )}
    </Page>
  )
}

/** A screen for operators with the roles, under a title. */
export function roleScreen(title: MessageKey, access: OperatorAccess, View: ComponentType) {
  return function RoleScreen() {
    return (
      <RoleGate title={t(title)} access={access}>
        <View />
      </RoleGate>
    )
  }
}
