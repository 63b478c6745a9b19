import type { TermsView } from '@candor/api'
import { storedValue } from '@candor/client'
import type { ContractForm } from './contract-form-model.ts'
import { parseChoices, recalledForm, withChoice } from './remembered-choice-model.ts'

/** Belongs to whoever is signed in, and ends with the login. */
const choices = storedValue<string>({
  key: 'candor.own.contract-choices',
  parse: (text) => text,
  fallback: '',
})

/** What the ticket of an instrument begins with on this device. */
export function recallChoice(symbol: string, terms: readonly TermsView[]): ContractForm {
  return recalledForm(parseChoices(choices.get()), symbol, terms)
}

/** Keeps what is chosen on the ticket of an instrument. */
export function rememberChoice(symbol: string, form: ContractForm): void {
  choices.set(JSON.stringify(withChoice(parseChoices(choices.get()), symbol, form)))
}
