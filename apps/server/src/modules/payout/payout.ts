import { bankCardFields } from '@candor/api'
import type { PayoutMethodView } from '@candor/api'
import * as z from 'zod/mini'

/** The displayable part of a destination, stored unencrypted beside its sealed number. */
export const shownDestination = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank-card'),
    ...bankCardFields,
  }),
  z.object({
    kind: z.literal('wallet-address'),
    chain: z.enum(['TRC20', 'ERC20']),
    addressStart: z.string(),
    addressEnd: z.string(),
  }),
])
export type ShownDestination = z.output<typeof shownDestination>

/** A bound destination. */
export interface PayoutMethod {
  readonly methodId: bigint
  readonly customerId: bigint
  readonly shown: ShownDestination
  readonly addedMs: number
  readonly isInUse: boolean
}

/** A destination to bind: its displayable part, and the number itself. */
export interface NewDestination {
  readonly shown: ShownDestination
  readonly number: string
}

/** How many characters of a number are shown. */
const numberEndLength = 4
const addressStartLength = 10
const addressEndLength = 9

/** The last characters of a card or account number. */
export function numberEnd(number: string): string {
  return number.slice(-numberEndLength)
}

/** The last four characters of a destination. */
export function destinationEnd(shown: ShownDestination): string {
  return numberEnd(shown.kind === 'bank-card' ? shown.numberEnd : shown.addressEnd)
}

/** Both ends of an address: enough to recognise it, and too much for a lookalike that only matches a few characters. */
export function addressEnds(address: string): { addressStart: string; addressEnd: string } {
  return { addressStart: address.slice(0, addressStartLength), addressEnd: address.slice(-addressEndLength) }
}

/** A destination as its owner sees it. */
export function payoutMethodView(method: PayoutMethod, coolDownMs: number): PayoutMethodView {
  const { methodId, shown, addedMs, isInUse } = method
  return { id: String(methodId), addedMs, usableFromMs: addedMs + coolDownMs, isInUse, ...shown }
}

/** A sealed number opens for its own customer only. */
export function sealContext(customerId: bigint): string {
  return `customer ${customerId}`
}
