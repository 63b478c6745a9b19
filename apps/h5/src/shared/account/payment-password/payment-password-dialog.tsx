import { Button, Dialog } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { navigation } from '../../page/index.ts'

/** Why the payment password cannot be requested. */
export type PaymentPasswordObstacle = 'no-payment-password' | 'payment-password-locked'

/** Reports that the payment password is missing or locked, and links to the page that sets one. */
export function PaymentPasswordDialog({
  obstacle,
  onClose,
}: {
  readonly obstacle: PaymentPasswordObstacle
  readonly onClose: () => void
}) {
  const { t } = useTexts()
  const kind = obstacle === 'no-payment-password' ? 'missing' : 'locked'
  return (
    <Dialog
      title={t(`payment-password.${kind}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onClose()
              navigation.navigate('paymentPassword')
            }}
          >
            {t(`payment-password.${kind}.action`)}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t(`payment-password.${kind}.later`)}
          </Button>
        </>
      }
    >
      <p>{t(`payment-password.${kind}.text`)}</p>
    </Dialog>
  )
}
