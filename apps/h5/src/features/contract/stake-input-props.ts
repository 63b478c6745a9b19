import type { InputHTMLAttributes } from 'react'

/** An input of the stake, as the form reads it: `1234.5`. */
export interface StakeInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly text: string
  readonly onText: (text: string) => void
  readonly 'data-typing': boolean
}
