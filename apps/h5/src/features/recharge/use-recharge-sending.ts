import { useRef, useState } from 'react'
import { rechargeCreate, rechargeDetail, rechargeList } from '@candor/api'
import { formatUnits } from '@candor/money'
import { showToast } from '@candor/ui'
import { invalidate, keepResponse, newRequestId, upload } from '../../shared/api/index.ts'
import { useProgress } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { quantityOf } from './recharge-form-model.ts'
import type { RechargeForm } from './recharge-form-model.ts'

/** Announces a deposit with its voucher, reports progress, and opens its record. */
export function useRechargeSending() {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const { percent, send } = useProgress()
  const [refusal, setRefusal] = useState<string | null>(null)
  const requestId = useRef(newRequestId())
  return {
    percent,
    refusal,
    /** The form has changed: the old refusal is obsolete, and it is a new request. */
    forget: () => {
      setRefusal(null)
      requestId.current = newRequestId()
    },
    async send(form: RechargeForm, voucher: File | null) {
      const units = quantityOf(form)
      if (units === null) return
      setRefusal(null)
      const txid = form.txidText.trim()
      const input = {
        requestId: requestId.current,
        chain: form.chain,
        currency: form.currency,
        quantity: formatUnits(units),
        ...(voucher === null ? {} : { voucher }),
        ...(txid === '' ? {} : { txid }),
      }
      const result = await send((progress) => upload(rechargeCreate, input, progress))
      if (result === null) return
      // Without a response the same request may be resent: it counts once.
      if (!result.ok) return setRefusal(result.error === 'network' ? t('recharge.notSent') : `${result.msg}.`)
      keepResponse(rechargeDetail, { id: result.value.id }, result.value)
      invalidate(rechargeList)
      const words = { amount: ownMoney(result.value.quantity, 'USDT'), chain: form.chain }
      showToast('done', result.msg, t('recharge.sentDetail', words))
      navigation.redirect('rechargeRecords', { id: result.value.id })
    },
  }
}
