import { symbolPattern } from '@candor/api'
import type { ContractTiming } from '@candor/formulas'
import { CheckFault } from './fault.ts'

/** What an address asks to check: a contract's windows, or the price of one slot. */
export type CheckRequest =
  | { readonly kind: 'contract'; readonly symbol: string; readonly timing: ContractTiming }
  | { readonly kind: 'price'; readonly symbol: string; readonly slot: number }

/** Longer contracts do not exist; each slot of a longer window would be read. */
const mostWindowSlots = 240

/** Reads the query of a shared link; null where it asks for nothing. Throws a CheckFault. */
export function requestOf(query: string): CheckRequest | null {
  const params = new URLSearchParams(query)
  const symbol = params.get('instrument')
  if (symbol === null) return null
  const number = (name: string) => {
    const text = params.get(name) ?? ''
    if (!/^\d{1,12}$/.test(text)) throw new CheckFault('bad-link')
    return Number(text)
  }
  if (params.has('at')) return { kind: 'price', symbol: soundSymbol(symbol), slot: number('at') }
  const timing = {
    entrySlot: number('entry'),
    exitSlot: number('exit'),
    entryWindowSlots: number('entryWindow'),
    exitWindowSlots: number('exitWindow'),
  }
  return { kind: 'contract', symbol: soundSymbol(symbol), timing: soundTiming(timing) }
}

/** What the text of a shared link or of a QR code asks to check; null where it is no link of a check. */
export function requestOfLink(text: string): CheckRequest | null {
  try {
    return requestOf(new URL(text, 'https://candor.invalid').search)
  } catch (error) {
    if (error instanceof CheckFault || error instanceof TypeError) return null
    throw error
  }
}

/** Throws a CheckFault for a symbol that no market can have: the API would refuse the call. */
export function soundSymbol(symbol: string): string {
  if (!symbolPattern.test(symbol)) throw new CheckFault('unknown-instrument')
  return symbol
}

/** Throws a CheckFault for windows that no contract has. */
export function soundTiming(timing: ContractTiming): ContractTiming {
  const { entrySlot, exitSlot, entryWindowSlots, exitWindowSlots } = timing
  if (entryWindowSlots === 1 && exitWindowSlots === 1) throw new CheckFault('old-rule')
  const isSound =
    Math.min(entryWindowSlots, exitWindowSlots) >= 2 &&
    Math.max(entryWindowSlots, exitWindowSlots) <= mostWindowSlots &&
    entrySlot > 0 &&
    exitSlot - entrySlot + 1 >= entryWindowSlots + exitWindowSlots
  if (!isSound) throw new CheckFault('bad-link')
  return timing
}

/** The address of a check. It names a market and slots, and nothing about a customer. */
export function linkOf(request: CheckRequest): string {
  const params =
    request.kind === 'price'
      ? { instrument: request.symbol, at: request.slot }
      : {
          instrument: request.symbol,
          entry: request.timing.entrySlot,
          exit: request.timing.exitSlot,
          entryWindow: request.timing.entryWindowSlots,
          exitWindow: request.timing.exitWindowSlots,
        }
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return `/check/?${query.toString()}`
}
