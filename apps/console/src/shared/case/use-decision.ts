import { useState } from 'react'
import { bindTo } from '../page/index.ts'
import { useSending } from './use-sending.ts'

export interface DecisionOptions<Form> {
  readonly empty: Form
  /** What is missing before anything is sent, as text. */
  readonly faultOf: (form: Form) => string | null
  /** Returns the refusal, or null on success. */
  readonly send: (form: Form) => Promise<string | null>
}

/** The form of a decision, and its sending: a change clears what was wrong. */
export function useDecision<Form extends object>({ empty, faultOf, send }: DecisionOptions<Form>) {
  const [form, setForm] = useState(empty)
  const sending = useSending({ faultOf: () => faultOf(form), send: () => send(form) })
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part })
    sending.clearFault()
  }
  return { form, change, bind: bindTo(form, change), sending }
}
