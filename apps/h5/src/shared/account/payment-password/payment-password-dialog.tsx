import { AskDialog } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { navigation } from '../../page/index.ts'

/** Why the payment password cannot be requested. */
export type PaymentPasswordObstacle = 'no-payment-password' | 'payment-password-locked'

export interface PaymentPasswordDialogProps {
  readonly obstacle: PaymentPasswordObstacle
  readonly onClose: () => void
}

/** Reports that the payment password is missing or locked, and links to the page that sets one. */
export function PaymentPasswordDialog({ obstacle, onClose }: PaymentPasswordDialogProps) {
  const { t } = useTexts()
  const kind = obstacle === 'no-payment-password' ? 'missing' : 'locked'
  return (
    <AskDialog
      title={t(`payment-password.${kind}.title`)}
      labels={{ confirm: t(`payment-password.${kind}.action`), cancel: t(`payment-password.${kind}.later`) }}
      onConfirm={() => {
        onClose()
        navigation.navigate('paymentPassword')
      }}
      onClose={onClose}
    >
      <p>{t(`payment-password.${kind}.text`)}</p>
    </AskDialog>
  )
}
