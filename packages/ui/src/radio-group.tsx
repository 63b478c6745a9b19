import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'

export interface RadioGroupProps<Value extends string, Option extends { readonly value: Value }> {
  readonly className: string | undefined
  readonly optionClassName: string | undefined
  readonly inputClassName?: string | undefined
  /** The group's `data-look`, for stylesheets. */
  readonly look?: string
  readonly label: string
  readonly options: readonly Option[]
  /** Null when none is chosen. */
  readonly value: Value | null
  readonly onValue: (value: Value) => void
  /** Further attributes of the input of an option. */
  readonly inputOf?: (option: Option) => InputHTMLAttributes<HTMLInputElement>
  /** Draws an option, behind its radio input. */
  readonly children: (option: Option) => ReactNode
}

/** A choice of one option, as real radio inputs: arrow keys and forms work natively. */
export function RadioGroup<Value extends string, Option extends { readonly value: Value }>(
  group: RadioGroupProps<Value, Option>,
) {
  const name = useId()
  return (
    <div className={group.className} role="radiogroup" aria-label={group.label} data-look={group.look}>
      {group.options.map((option) => (
        <label key={option.value} className={group.optionClassName}>
          <input
            type="radio"
            className={group.inputClassName}
            name={name}
            value={option.value}
            checked={option.value === group.value}
            onChange={() => group.onValue(option.value)}
            {...group.inputOf?.(option)}
          />
          {group.children(option)}
        </label>
      ))}
    </div>
  )
}
