import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonTone =
  | 'primary'
  | 'quiet'
  | 'outline'
  | 'bare'
  | 'choose-up'
  | 'choose-down'
  | 'commit-up'
  | 'commit-down'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly tone?: ButtonTone
  readonly size?: 'large' | 'medium' | 'small'
  /** Busy buttons keep their width and label and ignore presses. */
  readonly isBusy?: boolean
  readonly icon?: ReactNode
}

/** A button. Its label is the verb; a disabled button says in its label or beside it why it is disabled. */
export function Button({
  tone = 'primary',
  size = 'large',
  isBusy = false,
  icon,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classNames(styles.button, styles[tone], styles[size])}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label'> {
  readonly label: string
}

/** A 44 px round button with an icon as its only content; `label` is its name. */
export function IconButton({ label, children, type, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type ?? 'button'} className={styles.icon} aria-label={label}>
      {children}
    </button>
  )
}
