import { Glyph } from '@candor/ui'
import { BankIcon, WalletIcon } from '@candor/ui/icons/wallet'
import type { Destination } from './destination-labels.ts'

/** The sign of a kind of destination. */
export function DestinationGlyph({ kind }: { readonly kind: Destination['kind'] }) {
  return <Glyph>{kind === 'bank-card' ? <BankIcon size={20} /> : <WalletIcon size={20} />}</Glyph>
}
