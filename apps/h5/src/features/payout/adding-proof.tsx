import { useState } from 'react'
import type { ReactNode } from 'react'
import { OwnerProofSheet, usePaymentPassword } from '../../shared/account/payment-password/index.ts'
import type { OwnerProof } from '../../shared/account/payment-password/index.ts'
import type { CallResult } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

type Send<Value> = (proof: OwnerProof) => Promise<CallResult<Value>>

export interface AddingProof<Value> {
  /** Takes the proof and sends the call with it. Null: cancelled, and nothing was bound. */
  readonly send: (name: string, call: Send<Value>) => Promise<CallResult<Value> | null>
  /** To be drawn by the form. */
  readonly sheet: ReactNode
}

interface Asked<Value> {
  readonly name: string
  readonly call: Send<Value>
  readonly settle: (result: CallResult<Value> | null) => void
}

/** Takes the payment password for a new destination, and the authenticator's code when the server requires one. */
export function useAddingProof<Value>(): AddingProof<Value> {
  const payment = usePaymentPassword()
  const [asked, setAsked] = useState<Asked<Value> | null>(null)
  return {
    send: async (name, call) => {
      if (!(await payment.isReady())) return null
      const result = await new Promise<CallResult<Value> | null>((settle) => setAsked({ name, call, settle }))
      setAsked(null)
      return result
    },
    sheet: asked === null ? payment.dialog : <ProofSheets {...asked} />,
  }
}

function ProofSheets<Value>({ name, call, settle }: Asked<Value>) {
  const { t } = useTexts()
  return (
    <OwnerProofSheet
      send={call}
      onDone={(value, msg) => settle({ ok: true, value, msg })}
      onRefused={settle}
      onClose={() => settle(null)}
    >
      {t('payout.adding', { name })}
    </OwnerProofSheet>
  )
}
