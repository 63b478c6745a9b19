import {
  payoutList,
  walletAssets,
  withdrawalCreate,
  withdrawalDetail,
  withdrawalList,
  withdrawalQuote,
  withdrawalReadiness,
} from '@candor/api'
import type { PayoutMethodView, WithdrawalDetailView, WithdrawalQuoteView } from '@candor/api'
import { showToast } from '@candor/ui'
import {
  call,
  invalidate,
  isOutcomeUnknown,
  keepResponse,
  newRequestId,
  sendUntilKnown,
} from '../../shared/api/index.ts'
import type { CallFailure } from '../../shared/api/index.ts'
import { shortNumber } from '../../shared/money/destination/index.ts'
import { Emphasised, formatMoney, sentenceGap, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { OwnerProofSheet } from '../../shared/account/payment-password/index.ts'
import type { OwnerProof, SummaryProps } from '../../shared/account/payment-password/index.ts'

/** The confirmed quote of the server, and its destination. */
export interface ConfirmedQuote {
  readonly quote: WithdrawalQuoteView
  readonly method: PayoutMethodView
}

export type ConfirmSheetProps = SummaryProps<ConfirmedQuote, string>

/** The final summary of amount, fee and destination, and the proof of the owner that authorises exactly these. */
export function ConfirmSheet({ confirmed: { quote, method }, onClose, onRefused }: ConfirmSheetProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const money = (amount: string) => formatMoney(locale, amount, quote.asset)
  const send = (proof: OwnerProof) => {
    const { quoteId, asset, amount, fee, payoutMethodId } = quote
    const input = { requestId: newRequestId(), quoteId, asset, amount, fee, payoutMethodId, ...proof }
    return sendUntilKnown(() => call(withdrawalCreate, input))
  }
  const done = (withdrawal: WithdrawalDetailView, msg: string) => {
    const { arrival, asset } = withdrawal
    keepResponse(withdrawalDetail, { id: withdrawal.id }, withdrawal)
    refresh()
    const detail = t('withdrawal.sentDetail', { amount: ownMoney(arrival, asset), destination: shortNumber(method) })
    showToast('done', msg, detail)
    navigation.redirect('withdrawalRecords', { id: withdrawal.id })
  }
  const refused = ({ error, msg }: CallFailure) => {
    refresh()
    onRefused(isOutcomeUnknown(error) ? t('withdrawal.outcomeUnknown') : `${msg}.`)
    onClose()
  }
  return (
    <OwnerProofSheet send={send} onDone={done} onRefused={refused} onClose={onClose}>
      <Emphasised text={t('withdrawal.confirm', { amount: money(quote.amount), destination: shortNumber(method) })} />
      {sentenceGap(locale)}
      {t('withdrawal.confirmFee', { fee: money(quote.fee), arrival: money(quote.arrival) })}
    </OwnerProofSheet>
  )
}

function refresh(): void {
  invalidate(withdrawalList, withdrawalReadiness, withdrawalQuote, walletAssets, payoutList)
}
