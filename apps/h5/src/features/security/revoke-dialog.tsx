import { userSessionRevoke, userSessions } from '@candor/api'
import { ConfirmDialog, showToast } from '@candor/ui'
import { call, queryClient, queryKeyOf } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

/** What to sign out: one device, or every other one. */
export type Revocation =
  | { readonly scope: 'one'; readonly id: string; readonly device: string }
  | { readonly scope: 'others'; readonly count: number }

export interface RevokeDialogProps {
  readonly revocation: Revocation
  readonly onClose: () => void
}

/** Asks before devices are signed out, and signs them out. */
export function RevokeDialog({ revocation, onClose }: RevokeDialogProps) {
  const { t } = useTexts()
  const isOne = revocation.scope === 'one'
  const signOut = async () => {
    const result = await call(userSessionRevoke, isOne ? { scope: 'one', id: revocation.id } : { scope: 'others' })
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(userSessions) })
    // Already signed out elsewhere: the goal is reached.
    if (result.ok) showToast('done', result.msg)
    else if (result.error !== 'network')
      showToast('refused', result.error === 'not-found' ? t('security.sessions.gone') : result.msg)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t(isOne ? 'security.sessions.askTitle' : 'security.sessions.askOthersTitle')}
      text={
        isOne
          ? t('security.sessions.askText', { device: revocation.device })
          : t('security.sessions.askOthersText', { count: revocation.count })
      }
      labels={{
        confirm: t('security.sessions.signOut'),
        cancel: t(isOne ? 'security.sessions.keep' : 'security.sessions.keepThem'),
      }}
      onConfirm={signOut}
      onClose={onClose}
    />
  )
}
