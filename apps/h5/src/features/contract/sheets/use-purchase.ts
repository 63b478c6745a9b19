import { useEffect, useReducer } from 'react'
import { contractBuy, contractOrder, contractOrders, contractTerms, walletAssets } from '@candor/api'
import { call, invalidate, keepResponse, newRequestId } from '../../../shared/api/index.ts'
import { acceptanceArrived } from '../../../shared/proof/acceptance/index.ts'
import { deciding, reduceBuy, repeatDelayMs } from './contract-buy-model.ts'
import type { BuyRequest, BuyState } from './contract-buy-model.ts'

export interface Purchase {
  readonly state: BuyState
  /** One tap: a new request id, which every repeat keeps. */
  readonly buy: (order: Omit<BuyRequest, 'requestId'>) => void
  /** Repeats the same request, when the customer asks for it. */
  readonly repeat: () => void
}

/** Sends a purchase, and repeats the very same request while its outcome is unknown. */
export function usePurchase(): Purchase {
  const [state, dispatch] = useReducer(reduceBuy, deciding)

  useEffect(() => {
    if (state.phase !== 'sending') return
    let isOver = false
    void call(contractBuy, state.request).then((result) => {
      if (result.ok && result.value.acceptance !== null) acceptanceArrived(result.value, result.value.acceptance)
      if (isOver) return
      if (result.ok) dispatch({ type: 'accepted', order: result.value })
      else dispatch({ type: 'refused', error: result.error, text: result.msg })
    })
    return () => {
      isOver = true
    }
  }, [state])

  useEffect(() => {
    const delayMs = state.phase === 'unknown' ? repeatDelayMs(state.attempt) : null
    if (delayMs === null) return
    const timer = setTimeout(() => dispatch({ type: 'repeated' }), delayMs)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => refreshAfter(state), [state])

  return {
    state,
    buy: (order) => dispatch({ type: 'tapped', request: { ...order, requestId: newRequestId() } }),
    repeat: () => dispatch({ type: 'repeated' }),
  }
}

/** Invalidates what a purchase changes in the cache. */
function refreshAfter(state: BuyState): void {
  if (state.phase === 'bought') {
    keepResponse(contractOrder, { id: state.order.id }, state.order)
    // The balances come as an event.
    invalidate(contractOrders)
  }
  if (state.phase !== 'refused') return
  if (state.error === 'insufficient-balance') invalidate(walletAssets)
  else invalidate(contractTerms)
}
