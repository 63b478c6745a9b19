import type { KycReason } from '@candor/api'
import { AskDialog } from '@candor/ui'
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
  const ends = { onConfirm: () => onAcknowledge(true), onClose: () => onAcknowledge(false) }
  return reasons === null ? (
    <AskDialog
      {...ends}
      title={t('kyc.dialog.approved')}
      labels={{ confirm: t('kyc.dialog.trade'), cancel: t('kyc.dialog.ok') }}
    >
      <p className={styles.approved}>
        <CheckCircleFillIcon size={20} />
        {t('kyc.dialog.approvedText')}
      </p>
    </AskDialog>
  ) : (
    <AskDialog
      {...ends}
      title={t('kyc.dialog.rejected')}
      labels={{ confirm: t('kyc.dialog.open'), cancel: t('kyc.dialog.close') }}
    >
      <ul className={styles.dialogReasons}>
        {reasons.map((reason) => (
          <li key={`${reason.target} ${reason.code}`}>
            <b>{t(`kyc.target.${reason.target}`)}</b> {reasonText(t, reason)}
          </li>
        ))}
      </ul>
    </AskDialog>
  )
}
