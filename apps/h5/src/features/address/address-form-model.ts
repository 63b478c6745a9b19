import type { TextErrors, TextForm } from '../../shared/forms/index.ts'

const minLength = 3
/** The longest address that the server takes. */
export const maxLength = 200

/** Errors of an address that this phone can detect. */
export function addressErrors({ texts }: TextForm<'text'>): TextErrors<'text'> {
  const { length } = texts.text.trim()
  if (length === 0) return { text: 'required' }
  return length < minLength ? { text: 'too-short' } : {}
}
