/** The value of a field, and its change, as the field's input takes them. */
export interface BoundInput<Value> {
  readonly value: Value
  readonly onValue: (value: Value) => void
}

export type Bind<Form> = <Field extends keyof Form>(field: Field) => BoundInput<Form[Field]>

/** Binds the fields of a form by name: `<TextInput {...bind('amount')} label={…} />`. */
export function bindTo<Form extends object>(form: Form, change: (part: Partial<Form>) => void): Bind<Form> {
  return (field) => ({
    value: form[field],
    onValue: (value) => {
      const part: Partial<Form> = {}
      part[field] = value
      change(part)
    },
  })
}
