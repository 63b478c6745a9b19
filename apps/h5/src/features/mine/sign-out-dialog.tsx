import { userLogout } from '@candor/api'
import { ConfirmDialog, showToast } from '@candor/ui'
import { call } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { session } from '../../shared/device/index.ts'

/** Asks before signing out. Without a network it still signs out on this device. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const signOut = async () => {
    const result = await call(userLogout, {})
    session.signOut()
    if (result.ok) showToast('done', result.msg)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('mine.signOut.ask')}
      text={t('mine.signOut.askText')}
      labels={{ confirm: t('mine.signOut'), cancel: t('mine.signOut.cancel') }}
      onConfirm={signOut}
      onClose={onClose}
    />
  )
}
