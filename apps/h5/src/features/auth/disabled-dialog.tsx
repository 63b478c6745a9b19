import { accountDisabledData } from '@candor/api/support'
import { Button, Dialog } from '@candor/ui'
import { safeParse } from 'zod/mini'
import { AskSupportButton } from '../../shared/page/ask-support/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { supportToken } from '../../shared/device/index.ts'

export interface DisabledDialogProps {
  /** Whether its customer closed the account. */
  readonly isClosed?: boolean
  /** The data of a refused login; without them the customer is signed in, which is enough for customer service. */
  readonly data?: unknown
  readonly onClose: () => void
}

/** Offers customer service to a customer whose account is disabled or closed. */
export function DisabledDialog({ isClosed = false, data, onClose }: DisabledDialogProps) {
  const { t } = useTexts()
  const parsed = safeParse(accountDisabledData, data)
  const chat = () => {
    if (parsed.success) supportToken.set(parsed.data.supportToken)
    onClose()
  }
  return (
    <Dialog
      title={t(isClosed ? 'auth.closed.title' : 'auth.disabled.title')}
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
      <p>{t(isClosed ? 'auth.closed.text' : 'auth.disabled.text')}</p>
    </Dialog>
  )
}
