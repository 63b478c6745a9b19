import { useRef, useState } from 'react'
import { withdrawalCancel, withdrawalDetail, withdrawalList, withdrawalReadiness } from '@candor/api'
import type { WithdrawalDetailView } from '@candor/api'
import { Button, Dialog, showToast } from '@candor/ui'
import { call, invalidate, newRequestId, queryClient, queryFor } from '../../shared/api/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

/** Asks before a withdrawal is cancelled, and cancels it. */
export function CancelDialog({
  withdrawal,
  onClose,
}: {
  readonly withdrawal: WithdrawalDetailView
  readonly onClose: () => void
}) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const [isBusy, setBusy] = useState(false)
  // Cancelling twice is cancelling once: every try of this dialog is the same request.
  const requestId = useRef(newRequestId())
  const { id, amount, asset } = withdrawal
  const cancel = async () => {
    setBusy(true)
    const result = await call(withdrawalCancel, { requestId: requestId.current, id })
    setBusy(false)
    if (result.ok) {
      queryClient.setQueryData(queryFor(withdrawalDetail, { id }).queryKey, result.value)
      invalidate(withdrawalList, withdrawalReadiness)
      showToast('done', result.msg)
      return onClose()
    }
    invalidate(withdrawalDetail)
    if (result.error === 'network') return
    // Approved meanwhile: the page behind shows its progress.
    showToast('refused', result.msg)
    onClose()
  }
  return (
    <Dialog
      title={t('withdrawal.cancel.ask')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void cancel()}>
            {t('withdrawal.cancel')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('withdrawal.cancel.keep')}
          </Button>
        </>
      }
    >
      <p>{t('withdrawal.cancel.text', { amount: ownMoney(amount, asset) })}</p>
    </Dialog>
  )
}
