import type { PayoutMethodView } from '@candor/api'
import { Tag } from '@candor/ui'
import { BankIcon } from '@candor/ui/icons/wallet'
import { DestinationGlyph, destinationNumber, destinationTitle } from '../../shared/money/destination/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import styles from './payout.module.css'

export type BankCard = Extract<PayoutMethodView, { kind: 'bank-card' }>
export type Wallet = Extract<PayoutMethodView, { kind: 'wallet-address' }>

/** A bank card or account as a card. */
export function BankCardFace({ card, onOpen }: { readonly card: BankCard; readonly onOpen: () => void }) {
  const { bankName, holder, bankCode } = card
  return (
    <button type="button" className={styles.card} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.cardRow}>
        <b className={styles.bank}>{bankName}</b>
        <BankIcon />
      </span>
      <span className={styles.cardNumber}>{cardNumber(card)}</span>
      <span className={styles.cardFoot}>
        <span>{holder}</span>
        {bankCode === null ? null : <span className={styles.mono}>{bankCode}</span>}
      </span>
      <StateTag method={card} />
    </button>
  )
}

/** An IBAN as statements show it, with its country in front; a card by its last digits. */
export function cardNumber({ isIban, country, numberEnd }: BankCard): string {
  return isIban ? `${country}•• •••• •••• ${numberEnd}` : `•••• •••• •••• ${numberEnd}`
}

/** The wallet address as a row. */
export function WalletFace({ wallet, onOpen }: { readonly wallet: Wallet; readonly onOpen: () => void }) {
  const texts = useTexts()
  return (
    <button type="button" className={styles.wallet} aria-haspopup="dialog" onClick={onOpen}>
      <DestinationGlyph kind="wallet-address" />
      <span className={styles.words}>
        <span className={styles.title}>{destinationTitle(texts, wallet)}</span>
        <span className={styles.address}>{destinationNumber(wallet)}</span>
        <StateTag method={wallet} />
      </span>
      <Tag>{wallet.chain}</Tag>
    </button>
  )
}

/** Why a destination cannot be used or removed now. */
function StateTag({ method }: { readonly method: PayoutMethodView }) {
  const { t } = useTexts()
  const nowMs = useServerNow(30_000)
  const isResting = method.usableFromMs > nowMs
  if (!isResting && !method.isInUse) return null
  return (
    <span className={styles.tag}>
      <Tag tone={isResting ? 'attention' : 'quiet'}>{t(isResting ? 'payout.resting' : 'payout.inUse')}</Tag>
    </span>
  )
}
