import { useState } from 'react'
import { useBusy } from '@candor/client/react'

export interface SendingOptions {
  /** What is missing before anything is sent, as text. */
  readonly faultOf?: (() => string | null) | undefined
  /** Returns the refusal, or null on success. */
  readonly send: () => Promise<string | null>
  readonly onSent?: () => void
}

export interface Sending {
  /** The missing input or the refusal. */
  readonly fault: string | null
  readonly isBusy: boolean
  readonly submit: () => void
  readonly clearFault: () => void
}

/** The sending of a form: once it is complete, once at a time, with its missing input or its refusal in `fault`. */
export function useSending({ faultOf, send, onSent }: SendingOptions): Sending {
  const [fault, setFault] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const submit = async () => {
    const missing = faultOf?.() ?? null
    if (missing !== null) return setFault(missing)
    const refusal = await during(send())
    if (refusal !== null) return setFault(refusal)
    onSent?.()
  }
  return { fault, isBusy, submit: () => void submit(), clearFault: () => setFault(null) }
}
