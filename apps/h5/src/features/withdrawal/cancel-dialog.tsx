import { useRef } from 'react'
import { withdrawalCancel, withdrawalDetail, withdrawalList, withdrawalReadiness } from '@candor/api'
import type { WithdrawalDetailView } from '@candor/api'
import { ConfirmDialog, showToast } from '@candor/ui'
import { call, invalidate, newRequestId, replaceResponse } from '../../shared/api/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

export interface CancelDialogProps {
  readonly withdrawal: WithdrawalDetailView
  readonly onClose: () => void
}

/** Asks before a withdrawal is cancelled, and cancels it. */
export function CancelDialog({ withdrawal, onClose }: CancelDialogProps) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  // Cancelling twice is cancelling once: every try of this dialog is the same request.
  const requestId = useRef(newRequestId())
  const { id, amount, asset } = withdrawal
  const cancel = async () => {
    const result = await call(withdrawalCancel, { requestId: requestId.current, id })
    if (result.ok) {
      await replaceResponse(withdrawalDetail, { id }, result.value)
      invalidate(withdrawalList, withdrawalReadiness)
      showToast('done', result.msg, t('withdrawal.released', { amount: ownMoney(amount, asset) }))
      return onClose()
    }
    invalidate(withdrawalDetail)
    if (result.error === 'network') return
    // Approved meanwhile: the page behind shows its progress.
    showToast('refused', result.msg)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('withdrawal.cancel.ask')}
      text={t('withdrawal.cancel.text', { amount: ownMoney(amount, asset) })}
      labels={{ confirm: t('withdrawal.cancel'), cancel: t('withdrawal.cancel.keep') }}
      onConfirm={cancel}
      onClose={onClose}
    />
  )
}
