import { useReducer, useRef, useState } from 'react'
import type { CallResult } from '../api/index.ts'
import { focusFirstInvalid } from './form-focus.ts'
import { textFormReducer } from './text-form.ts'
import type { TextErrors, TextForm, TextFormAction } from './text-form.ts'

export interface TextFormRules<Field extends string, Value> {
  readonly empty: TextForm<Field>
  /** Errors of the form that this phone can detect. */
  readonly errors: (form: TextForm<Field>) => TextErrors<Field>
  /** The field that a refusal of the server is about, if any. */
  readonly refusedField: (error: string) => Field | undefined
  /** Sends the form. Null: cancelled, and the form stays as it is. */
  readonly send: (form: TextForm<Field>) => Promise<CallResult<Value> | null>
  /** Called after the server accepted the form, with its message and what was sent. */
  readonly done: (msg: string, sent: TextForm<Field>) => void
}

/**
 * A form of text fields that is submitted when it has no detectable errors; otherwise the first invalid field gets the
 * focus.
 */
export function useTextForm<Field extends string, Value>({
  empty,
  errors,
  refusedField,
  send,
  done,
}: TextFormRules<Field, Value>) {
  const [form, dispatch] = useReducer<TextForm<Field>, [TextFormAction<Field>]>(textFormReducer, empty)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  const submit = async () => {
    dispatch({ type: 'tried' })
    if (Object.keys(errors(form)).length > 0) return focusFirstInvalid(element.current)
    setBusy(true)
    const result = await send(form)
    setBusy(false)
    if (result === null) return
    if (result.ok) return done(result.msg, form)
    dispatch({ type: 'refused', field: refusedField(result.error), fields: result.fields, msg: result.msg })
    focusFirstInvalid(element.current)
  }
  return { form, dispatch, isBusy, element, onSubmit: () => void submit() }
}
