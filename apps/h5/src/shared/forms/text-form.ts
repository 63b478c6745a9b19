import type { FieldErrorName } from '@candor/api'
import { newPasswordError } from './account-rules.ts'
import type { PasswordLength } from './account-rules.ts'

/** A form of text fields: the typed texts, the fields left, and the server's refusals. Its rules are the feature's. */
export interface TextForm<Field extends string> {
  readonly texts: Readonly<Record<Field, string>>
  /** Fields that the customer has left, or those that a try to submit asked for: only these show errors. */
  readonly visited: ReadonlySet<Field>
  /** Fields that the server refused, until they change. */
  readonly refused: TextErrors<Field>
  /** A refusal of the server that concerns no field. */
  readonly refusal: string | null
}

/** `refused`: the field has its own text for the server's refusal (wrong code, wrong old password). */
export type TextErrors<Field extends string> = Partial<Record<Field, FieldErrorName | 'refused'>>

export type TextFormAction<Field extends string> =
  | { readonly type: 'text'; readonly field: Field; readonly text: string }
  | { readonly type: 'left'; readonly field: Field }
  /** `fields`: those of the step that was tried; all where the form has no steps. */
  | { readonly type: 'tried'; readonly fields?: readonly Field[] | undefined }
  | {
      readonly type: 'refused'
      /** The field that the refusal is about, if any. */
      readonly field: Field | undefined
      readonly fields: Readonly<Record<string, FieldErrorName>>
      readonly msg: string
    }

/** An untouched form. */
export function emptyTextForm<Field extends string>(texts: Readonly<Record<Field, string>>): TextForm<Field> {
  return { texts, visited: new Set(), refused: {}, refusal: null }
}

/** The next state of a form of text fields. */
export function textFormReducer<Field extends string>(
  form: TextForm<Field>,
  action: TextFormAction<Field>,
): TextForm<Field> {
  switch (action.type) {
    case 'text':
      return {
        ...form,
        texts: { ...form.texts, [action.field]: action.text },
        refused: { ...form.refused, [action.field]: undefined },
        refusal: null,
      }
    case 'left':
      return { ...form, visited: new Set([...form.visited, action.field]) }
    case 'tried':
      return {
        ...form,
        visited: new Set([...form.visited, ...(action.fields ?? fieldsOf(form))]),
        refused: {},
        refusal: null,
      }
    case 'refused': {
      const named: TextErrors<Field> = {}
      for (const field of fieldsOf(form)) if (action.fields[field] !== undefined) named[field] = action.fields[field]
      if (action.field !== undefined) named[action.field] = 'refused'
      return { ...form, refused: named, refusal: Object.keys(named).length === 0 ? action.msg : null }
    }
  }
}

/**
 * The visible errors: of fields that were left, and the server's refusals. `errors` are those that this phone can
 * detect.
 */
export function shownErrors<Field extends string>(form: TextForm<Field>, errors: TextErrors<Field>): TextErrors<Field> {
  const shown: TextErrors<Field> = {}
  for (const field of fieldsOf(form)) {
    const error = (form.visited.has(field) ? errors[field] : undefined) ?? form.refused[field]
    if (error !== undefined) shown[field] = error
  }
  return shown
}

/** The rules of a new login password and its repetition. */
export function passwordPairErrors(
  texts: { readonly loginPassword: string; readonly loginPassword2: string },
  length: PasswordLength,
): TextErrors<'loginPassword' | 'loginPassword2'> {
  const password = newPasswordError(texts.loginPassword, length)
  const isRepeated = texts.loginPassword2 === texts.loginPassword
  return {
    ...(password === null ? {} : { loginPassword: password }),
    ...(texts.loginPassword2 === ''
      ? { loginPassword2: 'required' }
      : isRepeated
        ? {}
        : { loginPassword2: 'passwords-differ' }),
  }
}

function fieldsOf<Field extends string>(form: TextForm<Field>): readonly Field[] {
  // The keys of an object of our own making are exactly its type's.
  return Object.keys(form.texts) as Field[]
}
