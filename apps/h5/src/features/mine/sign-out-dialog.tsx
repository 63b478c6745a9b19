import { useState } from 'react'
import { userLogout } from '@candor/api'
import { Button, Dialog, showToast } from '@candor/ui'
import { call } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { session } from '../../shared/device/index.ts'

/** Asks before signing out. Without a network it still signs out on this device. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    const result = await call(userLogout, {})
    session.signOut()
    if (result.ok) showToast('done', result.msg)
    onClose()
  }
  return (
    <Dialog
      title={t('mine.signOut.ask')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void signOut()}>
            {t('mine.signOut')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('mine.signOut.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('mine.signOut.askText')}</p>
    </Dialog>
  )
}
