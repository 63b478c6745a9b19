import type { KycReason } from '@candor/api'
import { Button, Dialog } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './kyc-status.module.css'
import { reasonText } from './reason-labels.ts'

export interface DecisionDialogProps {
  /** Null for an approval. */
  readonly reasons: readonly KycReason[] | null
  /** `goes`: the customer wants to trade, or to see what to do. */
  readonly onAcknowledge: (goes: boolean) => void
}

/** Reports that the identity check passed, or why it did not. */
export function DecisionDialog({ reasons, onAcknowledge }: DecisionDialogProps) {
  const { t } = useTexts()
  const close = () => onAcknowledge(false)
  if (reasons === null) {
    return (
      <Dialog
        title={t('kyc.dialog.approved')}
        onClose={close}
        actions={
          <>
            <Button onClick={() => onAcknowledge(true)}>{t('kyc.dialog.trade')}</Button>
            <Button tone="bare" onClick={close}>
              {t('kyc.dialog.ok')}
            </Button>
          </>
        }
      >
        <p className={styles.approved}>
          <CheckCircleFillIcon size={20} />
          {t('kyc.dialog.approvedText')}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('kyc.dialog.rejected')}
      onClose={close}
      actions={
        <>
          <Button onClick={() => onAcknowledge(true)}>{t('kyc.dialog.open')}</Button>
          <Button tone="bare" onClick={close}>
            {t('kyc.dialog.close')}
          </Button>
        </>
      }
    >
      <ul className={styles.dialogReasons}>
        {reasons.map((reason) => (
          <li key={`${reason.target} ${reason.code}`}>
            <b>{t(`kyc.target.${reason.target}`)}</b> {reasonText(t, reason)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
