import { useReducer, useRef } from 'react'
import { useBusy } from '@candor/client/react'
import type { CallResult } from '../api/index.ts'
import { useBoundFields } from './bound-fields.ts'
import type { BoundFieldsOptions } from './bound-fields.ts'
import { focusFirstInvalid } from './form-focus.ts'
import { textFormReducer } from './text-form.ts'
import type { TextErrors, TextForm, TextFormAction } from './text-form.ts'

export interface FormStep<Field extends string> {
  readonly fields: readonly Field[]
  /** Shows the next step; null at the last one, which sends the form. */
  readonly onNext: (() => void) | null
}

export interface TextFormRules<Field extends string, Value> {
  readonly empty: TextForm<Field>
  /** Errors of the form that this phone can detect. */
  readonly errors: (form: TextForm<Field>) => TextErrors<Field>
  readonly ownText?: BoundFieldsOptions<Field>['ownText']
  /** Where the form has several steps, the one that is shown: it goes on once its own fields have no errors. */
  readonly step?: FormStep<Field> | undefined
  /** The field that a refusal of the server is about, if any. */
  readonly refusedField: (error: string, data: unknown) => Field | undefined
  /** Sends the form. Null: cancelled, and the form stays as it is. */
  readonly send: (form: TextForm<Field>) => Promise<CallResult<Value> | null>
  /** Called after the server accepted the form, with its message and what was sent. */
  readonly done: (msg: string, sent: TextForm<Field>) => void
}

/**
 * A form of text fields that is submitted when it has no detectable errors; otherwise the first invalid field gets the
 * focus. `bind` binds its fields, as of `useBoundFields`.
 */
export function useTextForm<Field extends string, Value>({
  empty,
  errors,
  ownText,
  step,
  refusedField,
  send,
  done,
}: TextFormRules<Field, Value>) {
  const [form, dispatch] = useReducer<TextForm<Field>, [TextFormAction<Field>]>(textFormReducer, empty)
  const { isBusy, during } = useBusy()
  const element = useRef<HTMLFormElement>(null)
  const bind = useBoundFields({ form, dispatch, errors, ownText })

  const submit = async () => {
    dispatch({ type: 'tried', fields: step?.fields })
    const found = errors(form)
    const isFaulty = step?.fields.some((field) => found[field] !== undefined) ?? Object.keys(found).length > 0
    if (isFaulty) return focusFirstInvalid(element.current)
    if (step !== undefined && step.onNext !== null) return step.onNext()
    const result = await during(send(form))
    if (result === null) return
    if (result.ok) return done(result.msg, form)
    dispatch({
      type: 'refused',
      field: refusedField(result.error, result.data),
      fields: result.fields,
      msg: result.msg,
    })
    focusFirstInvalid(element.current)
  }
  return { form, dispatch, bind, isBusy, element, onSubmit: () => void submit() }
}
