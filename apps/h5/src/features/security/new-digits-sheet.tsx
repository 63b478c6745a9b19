import { useReducer } from 'react'
import { useBusy } from '@candor/client/react'
import type { CallFailure, CallResult } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { DigitsSheet } from '../../shared/account/payment-password/index.ts'
import { newDigitsReducer, startOfDigits } from './new-digits-model.ts'

/** The sheet's result. */
export interface TakenDigits {
  readonly old: string
  readonly digits: string
}

export interface NewDigitsSheetProps {
  /** Whether the current payment password is required first. */
  readonly asksOld: boolean
  readonly send: (taken: TakenDigits) => Promise<CallResult<unknown>>
  readonly onDone: (msg: string) => void
  /** Called with refusals that are not about the digits. */
  readonly onRefused: (failure: CallFailure) => void
  readonly onClose: () => void
}

/** Takes a new payment password twice, after the current one if there is one, and submits it. */
export function NewDigitsSheet({ asksOld, send, onDone, onRefused, onClose }: NewDigitsSheetProps) {
  const { t } = useTexts()
  const [state, dispatch] = useReducer(newDigitsReducer, startOfDigits(asksOld))
  const { isBusy, during } = useBusy()

  const take = async (digits: string) => {
    const next = newDigitsReducer(state, { type: 'digits', digits })
    dispatch({ type: 'digits', digits })
    if (!next.isComplete) return
    const result = await during(send(next))
    if (result.ok) return onDone(result.msg)
    if (result.error === 'wrong-old-password') return dispatch({ type: 'refused', step: 'old', msg: result.msg })
    if (result.error === 'weak-payment-password') return dispatch({ type: 'refused', step: 'new', msg: result.msg })
    onRefused(result)
  }

  const { step, fault } = state
  const error = fault === null ? null : fault.kind === 'differ' ? t('security.payment.differ') : fault.msg
  return (
    <DigitsSheet
      title={t(`security.payment.${step}`)}
      error={error}
      isBusy={isBusy}
      onDigits={(digits) => void take(digits)}
      onClose={onClose}
    >
      <p role="status">{t(`security.payment.${step}.hint`)}</p>
    </DigitsSheet>
  )
}
