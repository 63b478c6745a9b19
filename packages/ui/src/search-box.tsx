import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { MagnifyingGlassIcon } from './icons/trade.ts'
import type { IconProps } from './icons/icon.tsx'
import styles from './search-box.module.css'

export interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** Of the box: its measures, and the size of its letters. */
  readonly className: string | undefined
  readonly iconSize: NonNullable<IconProps['size']>
  readonly label: string
  readonly onText: (text: string) => void
  /** Behind the input. */
  readonly children?: ReactNode
}

/** The box of a search, with its magnifying glass. Further properties are those of its input. */
export function SearchBox({ className, iconSize, label, onText, children, ...input }: SearchBoxProps) {
  return (
    <label className={classNames(styles.box, className)}>
      <MagnifyingGlassIcon size={iconSize} />
      <input
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.currentTarget.value)}
        {...input}
      />
      {children}
    </label>
  )
}
