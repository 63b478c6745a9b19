import { accountDisabledData } from '@candor/api/support'
import { Button, Dialog } from '@candor/ui'
import { safeParse } from 'zod/mini'
import { AskSupportButton } from '../../shared/page/ask-support/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { supportToken } from '../../shared/device/index.ts'

export interface DisabledDialogProps {
  /** The data of a refused login; without them the customer is signed in, which is enough for customer service. */
  readonly data?: unknown
  readonly onClose: () => void
}

/** Offers customer service to a disabled customer. */
export function DisabledDialog({ data, onClose }: DisabledDialogProps) {
  const { t } = useTexts()
  const parsed = safeParse(accountDisabledData, data)
  const chat = () => {
    if (parsed.success) supportToken.set(parsed.data.supportToken)
    onClose()
  }
  return (
    <Dialog
      title={t('auth.disabled.title')}
      onClose={onClose}
      actions={
        <>
          {parsed.success || data === undefined ? <AskSupportButton onOpen={chat} /> : null}
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.close')}
          </Button>
        </>
      }
    >
      <p>{t('auth.disabled.text')}</p>
    </Dialog>
  )
}
