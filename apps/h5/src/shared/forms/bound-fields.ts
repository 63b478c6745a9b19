import { useTexts } from '../i18n/index.ts'
import { fieldErrorKey } from './field-errors.ts'
import { shownErrors } from './text-form.ts'
import type { TextErrors, TextForm, TextFormAction } from './text-form.ts'

/** A field of a form as its input takes it. */
export interface BoundField {
  readonly value: string
  readonly onValue: (text: string) => void
  readonly onBlur: () => void
  readonly error: string | null
}

export interface BoundFieldsOptions<Field extends string> {
  readonly form: TextForm<Field>
  readonly dispatch: (action: TextFormAction<Field>) => void
  /** Errors of the form that this phone can detect. */
  readonly errors: (form: TextForm<Field>) => TextErrors<Field>
  /** The form's own text of an error, such as the server's refusal of a field; undefined for the usual one. */
  readonly ownText?:
    | ((field: Field, error: TextErrors<Field>[Field], form: TextForm<Field>) => string | undefined)
    | undefined
}

/** Binds the fields of a form by name: `<Field {...bind('email')} label={…} />`. Shows their errors once left. */
export function useBoundFields<Field extends string>({ form, dispatch, errors, ownText }: BoundFieldsOptions<Field>) {
  const { t } = useTexts()
  const shown = shownErrors(form, errors(form))
  return (field: Field): BoundField => {
    const error = shown[field]
    const key = error === 'refused' ? null : fieldErrorKey(error, field)
    return {
      value: form.texts[field],
      onValue: (text) => dispatch({ type: 'text', field, text }),
      onBlur: () => dispatch({ type: 'left', field }),
      error: ownText?.(field, error, form) ?? (key === null ? null : t(key)),
    }
  }
}
