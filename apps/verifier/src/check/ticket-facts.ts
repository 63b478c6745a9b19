import { nullIfMalformed } from '@candor/proof'
import { parseAcceptanceReceipt, parseReceipt } from '@candor/proof/receipt'
import type { AcceptanceReceipt, ContractReceipt, MovementReceipt } from '@candor/proof/receipt'
import type { ReceiptInput } from './read-input.ts'

/** The contents of a receipt, read from the bytes that were verified. */
export type Ticket = ContractReceipt | MovementReceipt | ({ readonly kind: 'acceptance' } & AcceptanceReceipt)

/** The contents of a receipt; null for one without sound form. */
export function ticketOf({ bytes, isAcceptance }: Pick<ReceiptInput, 'bytes' | 'isAcceptance'>): Ticket | null {
  return nullIfMalformed(() =>
    isAcceptance ? { kind: 'acceptance', ...parseAcceptanceReceipt(bytes) } : parseReceipt(bytes),
  )
}
