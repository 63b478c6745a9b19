import type { PayoutMethodView, WithdrawalView } from '@candor/api'
import type { Texts } from '../../i18n/index.ts'

/** The inputs of a destination's name: a payout method, or a withdrawal's copy of one. */
export type Destination = PayoutMethodView | WithdrawalView['destination']

/** A destination's name: the bank's, or the wallet's network. */
export function destinationTitle({ t }: Texts, destination: Destination): string {
  return destination.kind === 'bank-card' ? destination.bankName : t(`destination.wallet.${destination.chain}`)
}

/** How its owner recognises a destination, in the mono face: "•••• 8830", "TQ7kPn4ZcW…eV8dLx93F". */
export function destinationNumber(destination: Destination): string {
  return destination.kind === 'bank-card'
    ? `•••• ${destination.numberEnd}`
    : `${destination.addressStart}…${destination.addressEnd}`
}

/** The same for narrow places: "TQ7k…x93F". */
export function shortNumber(destination: Destination): string {
  return destination.kind === 'bank-card'
    ? destinationNumber(destination)
    : `${destination.addressStart.slice(0, 4)}…${destination.addressEnd.slice(-4)}`
}
