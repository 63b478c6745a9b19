import { useRef } from 'react'
import { interestOrderDetail, interestRedeem } from '@candor/api'
import type { TermView } from '@candor/api'
import { ConfirmDialog, showToast } from '@candor/ui'
import { call, invalidate, isOutcomeUnknown, newRequestId, sendUntilKnown } from '../../shared/api/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { keepTerm } from './interest-queries.ts'
import { useOwnInterest } from './interest-labels.ts'

/** States the cost of an early redemption before it is confirmed, and redeems. */
export function RedeemDialog({ term, onClose }: { readonly term: TermView; readonly onClose: () => void }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const ownInterest = useOwnInterest()
  // Taking out twice is taking out once: every try of this dialog is the same request.
  const requestId = useRef(newRequestId())
  const { id, amount, asset, interest } = term
  const redeem = async () => {
    const result = await sendUntilKnown(() => call(interestRedeem, { requestId: requestId.current, id }))
    if (result.ok) {
      await keepTerm(result.value)
      showToast('done', result.msg, t('interest.redeemedDetail', { amount: ownMoney(amount, asset) }))
      return onClose()
    }
    invalidate(interestOrderDetail)
    if (result.error === 'network') return
    // It expired meanwhile, with its interest: the page behind shows it.
    showToast('refused', isOutcomeUnknown(result.error) ? t('interest.outcomeUnknown') : result.msg)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('interest.redeem.ask')}
      text={t('interest.redeem.text', { amount: ownMoney(amount, asset), interest: ownInterest(interest, asset) })}
      labels={{ confirm: t('interest.redeem.confirm'), cancel: t('interest.redeem.keep') }}
      onConfirm={redeem}
      onClose={onClose}
    />
  )
}
