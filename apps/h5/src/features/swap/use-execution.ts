import { useRef, useState } from 'react'
import { swapExecute } from '@candor/api'
import type { SwapQuoteView } from '@candor/api'
import { showToast } from '@candor/ui'
import { call, isOutcomeUnknown, newRequestId, sendUntilKnown } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { useOwnShortMoney } from './swap-labels.ts'
import { forgetBalances, rememberSwap } from './swap-queries.ts'

/**
 * Swaps as quoted, and then shows the swap. A refusal keeps the form, with everything that was typed.
 * `run` returns how the quote was refused; null where it was not.
 */
export function useExecution() {
  const { t, locale } = useTexts()
  const ownMoney = useOwnShortMoney(locale)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  // Two taps before the next drawing are one swap.
  const isRunning = useRef(false)
  const run = async ({ quoteId }: SwapQuoteView): Promise<'expired' | 'refused' | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setBusy(true)
    setRefused(null)
    const input = { requestId: newRequestId(), quoteId }
    const result = await sendUntilKnown(() => call(swapExecute, input))
    if (result.ok) {
      rememberSwap(result.value)
      const { from, to, gives, receives } = result.value
      const words = { gives: ownMoney(gives, from), receives: ownMoney(receives, to) }
      showToast('done', result.msg, t('swap.doneDetail', words))
      navigation.redirect('swapRecords', { id: result.value.id })
      return null
    }
    forgetBalances()
    setRefused(isOutcomeUnknown(result.error) ? t('swap.outcomeUnknown') : `${result.msg}.`)
    isRunning.current = false
    setBusy(false)
    return result.error === 'quote-expired' ? 'expired' : 'refused'
  }
  return { isBusy, refused, run, forget: () => setRefused(null) }
}
