import type { PayoutMethodView, WithdrawalView } from '@candor/api'
import type { Texts } from '../../i18n/index.ts'

/** What of a destination its name is made of: a payout method, or what a withdrawal remembers of one. */
export type Destination = PayoutMethodView | WithdrawalView['destination']

/** What a destination is called: the bank's name, or the network of the wallet. */
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
