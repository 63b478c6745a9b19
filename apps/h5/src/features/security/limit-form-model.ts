import type { LimitKind } from '@candor/api'
import { fieldErrorKey } from '../../shared/forms/index.ts'
import type { MessageKey } from '../../shared/i18n/index.ts'

/** The error of an entered limit, or null: money above zero, sessions of 5 to 1,440 whole minutes. */
export function limitError(kind: LimitKind, text: string): 'required' | 'wrong-format' | null {
  if (text.trim() === '') return 'required'
  if (kind === 'session') {
    const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0
    return minutes >= 5 && minutes <= 1_440 ? null : 'wrong-format'
  }
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) && /[1-9]/.test(text) ? null : 'wrong-format'
}

/** The message of that error, or null. Where nothing was entered, it names what is missing. */
export function limitErrorKey(kind: LimitKind, text: string): MessageKey | null {
  const error = limitError(kind, text)
  if (error === null) return null
  return error === 'required' && kind === 'session' ? 'security.limits.enterMinutes' : fieldErrorKey(error, 'amount')
}
