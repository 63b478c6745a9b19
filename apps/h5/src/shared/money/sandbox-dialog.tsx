import { Button, Dialog } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'

interface SandboxDialogProps {
  /** Practice, whose texts are there with its screens. */
  readonly isPractice?: boolean
  readonly onClose: () => void
}

/** Explains the sandbox, or practice. */
export function SandboxDialog({ isPractice = false, onClose }: SandboxDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      title={t(isPractice ? 'practice.about.title' : 'shared.sandbox.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shared.sandbox.close')}</Button>}
    >
      <p>{t(isPractice ? 'practice.about.money' : 'shared.sandbox.money')}</p>
      <p>{t(isPractice ? 'practice.about.prices' : 'shared.sandbox.prices')}</p>
    </Dialog>
  )
}
