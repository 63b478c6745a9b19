import type { TermsView } from '@candor/api'
import { storedValue } from '@candor/client'
import type { ContractForm } from './contract-form-model.ts'
import { parseChoices, recalledForm, withChoice } from './remembered-choice-model.ts'

/** Belongs to the signed-in customer, and is deleted at sign-out. */
const choices = storedValue<string>({
  key: 'candor.own.contract-choices',
  parse: (text) => text,
  fallback: '',
})

/** The initial values of an instrument's ticket on this device. */
export function recallChoice(symbol: string, terms: readonly TermsView[]): ContractForm {
  return recalledForm(parseChoices(choices.get()), symbol, terms)
}

/** Saves the choices on an instrument's ticket. */
export function rememberChoice(symbol: string, form: ContractForm): void {
  choices.set(JSON.stringify(withChoice(parseChoices(choices.get()), symbol, form)))
}
