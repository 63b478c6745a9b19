import type { MouseEvent } from 'react'

/** After a refused attempt: focuses the first invalid field, once the errors are drawn. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** On the start of a form or its next step: focuses what is typed first, once it is drawn. */
export function focusFirstField(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector('input')?.focus())
}

/**
 * For buttons below a field: they leave the focus in it until they act. Otherwise its error would be drawn between
 * press and release, and move the button away.
 */
export const keepsFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() } as const
