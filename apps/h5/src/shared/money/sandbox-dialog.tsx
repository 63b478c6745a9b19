import { Button, Dialog } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'

/** Explains the sandbox. */
export function SandboxDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Dialog
      title={t('shared.sandbox.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shared.sandbox.close')}</Button>}
    >
      <p>{t('shared.sandbox.money')}</p>
      <p>{t('shared.sandbox.prices')}</p>
    </Dialog>
  )
}
