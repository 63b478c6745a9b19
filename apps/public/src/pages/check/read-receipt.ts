import { nullIfMalformed } from '@candor/proof'
import { parseReceipt } from '@candor/proof/receipt'
import type { ContractReceipt } from '@candor/proof/receipt'
import { soundSymbol, soundTiming } from './check-link.ts'
import type { CheckRequest } from './check-link.ts'
import { CheckFault } from './fault.ts'

/** A contract's receipt, and the check that its order asks for. Nothing of it is verified yet. */
export interface ReadReceipt {
  readonly value: ContractReceipt
  readonly request: Extract<CheckRequest, { kind: 'contract' }>
}

/** Reads the text of a file. Throws a CheckFault for one that is no receipt of a contract, or that is damaged. */
export function readReceipt(text: string): ReadReceipt {
  const value = contractOf(text)
  const { symbol, entrySlot, exitSlot, entryWindowSlots, exitWindowSlots } = value.placed.item.value
  const timing = soundTiming({ entrySlot, exitSlot, entryWindowSlots, exitWindowSlots })
  return { value, request: { kind: 'contract', symbol: soundSymbol(symbol), timing } }
}

function contractOf(text: string): ContractReceipt {
  const receipt = nullIfMalformed(() => parseReceipt(text))
  if (receipt?.kind !== 'contract') throw new CheckFault('bad-receipt')
  return receipt
}
