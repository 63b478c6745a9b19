import type { TermsView } from '@candor/api'
import { recentChoices } from '../../shared/instrument/favourites/index.ts'
import type { ContractForm } from './contract-form-model.ts'
import { parseChoices, recalledForm, withChoice } from './remembered-choice-model.ts'

/** The initial values of an instrument's ticket on this device. */
export function recallChoice(symbol: string, terms: readonly TermsView[]): ContractForm {
  return recalledForm(parseChoices(recentChoices.get()), symbol, terms)
}

/** Saves the choices on an instrument's ticket. */
export function rememberChoice(symbol: string, form: ContractForm): void {
  recentChoices.set(JSON.stringify(withChoice(parseChoices(recentChoices.get()), symbol, form)))
}
