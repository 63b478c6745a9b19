import { useId } from 'react'
import type { HTMLAttributes, ReactNode } from 'react'

/** An option as its group needs it; its owner draws what else it holds. */
export interface GroupOption<Value extends string> {
  readonly value: Value
  readonly isOff?: boolean
  /** The key that chooses it, as `aria-keyshortcuts` names keys. */
  readonly hotkey?: string
}

export interface RadioGroupProps<Value extends string, Option extends GroupOption<Value>> extends Omit<
  HTMLAttributes<HTMLDivElement>,
  'children'
> {
  readonly label: string
  readonly options: readonly Option[]
  /** Null when none is chosen. */
  readonly value: Value | null
  readonly onValue: (value: Value) => void
  readonly optionClassName: string | undefined
  readonly inputClassName?: string | undefined
  /** Draws an option, behind its radio input. */
  readonly children: (option: Option) => ReactNode
}

/** A choice of one option, as real radio inputs: arrow keys and forms work natively. */
export function RadioGroup<Value extends string, Option extends GroupOption<Value>>({
  label,
  options,
  value,
  onValue,
  optionClassName,
  inputClassName,
  children,
  ...group
}: RadioGroupProps<Value, Option>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} {...group}>
      {options.map((option) => (
        <label key={option.value} className={optionClassName}>
          <input
            type="radio"
            className={inputClassName}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.isOff}
            aria-keyshortcuts={option.hotkey}
            onChange={() => onValue(option.value)}
          />
          {children(option)}
        </label>
      ))}
    </div>
  )
}
