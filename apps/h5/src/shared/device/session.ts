import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import { forgetOwnValues, storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'

const token = storedValue({ key: 'candor.token', parse: (text) => text, fallback: '' })

const language = storedValue<Language>({
  key: 'candor.language',
  parse: (text) => languages.find((known) => known === text) ?? null,
  fallback: 'en',
})

/** The login and the language of this device: the only data of the customer that stays in local storage. */
export const session = {
  /** The login token, or null. */
  token: (): string | null => (token.get() === '' ? null : token.get()),
  signIn: (newToken: string): void => token.set(newToken),
  signOut: (): void => {
    forgetOwnValues()
    token.set('')
  },
  subscribeToken: token.subscribe,
  language: language.get,
  setLanguage: language.set,
  /** On the first launch the language is English, and stored. */
  start: (): void => language.set(language.get()),
}

/** Whether a customer is signed in on this device. The server may still reject the token as expired. */
export function useIsSignedIn(): boolean {
  return useStored(token) !== ''
}
