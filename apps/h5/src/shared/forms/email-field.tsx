import type { ComponentProps } from 'react'
import { Field } from '@candor/ui'

/** An e-mail address: no capitals, no spelling, no spaces around it. */
export function EmailField({ onValue, ...field }: ComponentProps<typeof Field>) {
  return (
    <Field
      {...field}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      onValue={(text, event) => onValue(text.trim(), event)}
    />
  )
}
