import { useEffect } from 'react'
import type { OrderView, TermsView } from '@candor/api'
import type { OddsPreview } from '@candor/formulas'
import { formatAmount } from '@candor/money'
import type { Amount } from '@candor/money'
import { Button, Sheet, showToast, Tag } from '@candor/ui'
import { ArrowDownBoldIcon, ArrowUpBoldIcon } from '@candor/ui/icons/ticket'
import { durationText, durationWords, Emphasised, formatMoney, useTexts } from '../../../shared/i18n/index.ts'
import { InstrumentGlyph, useInstrument } from '../../../shared/instrument/index.ts'
import { hrefOf } from '../../../shared/page/index.ts'
import { realtime } from '../../../shared/api/realtime/index.ts'
import { useMode, useOwnMoney } from '../../../shared/money/index.ts'
import styles from './confirm-sheet.module.css'
import { isAsShown, repeatDelayMs } from './contract-buy-model.ts'
import type { BuyState } from './contract-buy-model.ts'
import { averagesText, rateText } from '../odds-labels.ts'
import { FirstTrade } from './first-trade.tsx'
import { OddsScale } from './odds-scale.tsx'
import { Outcomes } from './outcomes.tsx'
import { usePurchase } from './use-purchase.ts'

/** The offer to decide on; frozen when the sheet opens, so that nothing changes under the finger. */
export interface Offer {
  readonly symbol: string
  readonly name: string
  readonly direction: 'up' | 'down'
  readonly terms: TermsView
  /** From the tap to the start of the entry. */
  readonly entryDelayMs: number
  readonly odds: OddsPreview
  readonly stake: Amount
}

export interface ConfirmSheetProps {
  readonly offer: Offer
  /** Why buying has become impossible meanwhile; null while it is possible. */
  readonly obstacle: string | null
  readonly onClose: () => void
  readonly onBought: (order: OrderView) => void
}

/** Sends a purchase, and shows the decision with its state. */
export function ConfirmSheet({ offer, obstacle, onClose, onBought }: ConfirmSheetProps) {
  const texts = useTexts()
  const { t } = texts
  const { state, buy, repeat } = usePurchase()
  const { symbol, name, direction, terms, odds } = offer
  const stake = useOwnMoney()(formatAmount(offer.stake), offer.stake.asset)
  const bought = t('contractSheets.bought', { name, direction, stake })
  useEffect(() => {
    if (state.phase !== 'bought') return
    if (isAsShown(state.order, odds)) showToast('done', t('contractSheets.placed'), bought)
    else showToast('refused', t('contractSheets.buy.differs'))
    onBought(state.order)
  }, [state, odds, onBought, t, bought])

  const commit = () => {
    const seenSlot = realtime.quotes.newestSlot()
    if (seenSlot === null) return
    buy({
      symbol,
      direction,
      durationMs: terms.durationMs,
      stake: formatAmount(offer.stake),
      asset: offer.stake.asset,
      termsVersion: terms.version,
      seenSlot,
    })
  }
  return (
    <Sheet
      title={t('contractSheets.confirm.title', { name, duration: durationText(texts, terms.durationMs) })}
      closeLabel={t('shared.action.close')}
      onClose={onClose}
      isBusy={isUnderWay(state)}
      sign={<OfferGlyph symbol={symbol} />}
      aside={<PlayMoney />}
    >
      <ConfirmView offer={offer} state={state} obstacle={obstacle} onCommit={commit} onRepeat={repeat} />
    </Sheet>
  )
}

export interface ConfirmViewProps {
  readonly offer: Offer
  /** Practice money: their first confirmation with real money shows how customers fare. */
  readonly isPractice?: boolean
  readonly state: BuyState
  readonly obstacle: string | null
  readonly onCommit: () => void
  readonly onRepeat: () => void
}

/** The decision: the three outcomes in the same size, the break-even rate, and one button. */
export function ConfirmView({ offer, isPractice = false, state, obstacle, onCommit, onRepeat }: ConfirmViewProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const { name, direction, terms, odds } = offer
  const stake = formatMoney(locale, formatAmount(offer.stake), offer.stake.asset)
  const duration = durationWords(texts, terms.durationMs)
  return (
    <>
      <p className={styles.say}>
        <Emphasised text={t(`contractSheets.confirm.say.${direction}`, { stake, name, duration })} />
      </p>
      <Outcomes direction={direction} odds={odds} stake={offer.stake} />
      <p className={styles.breakEven}>
        {t('contractSheets.confirm.breakEven', { rate: rateText(texts, odds.breakEvenPermille) })}
      </p>
      <OddsScale permille={odds.breakEvenPermille} />
      {isPractice ? null : <FirstTrade />}
      <EntryNote averages={averagesText(texts, terms, offer.entryDelayMs)} />
      <div role="alert">
        <PurchaseNote state={state} obstacle={obstacle} />
      </div>
      {state.phase === 'unknown' && !isUnderWay(state) ? (
        <div className={styles.actions}>
          <Button onClick={onRepeat}>{t('contractSheets.buy.again')}</Button>
          <a className={styles.orders} href={hrefOf('contractOrders')}>
            {t('contract.orders')}
          </a>
        </div>
      ) : (
        <Button
          tone={direction === 'up' ? 'commit-up' : 'commit-down'}
          icon={direction === 'up' ? <ArrowUpBoldIcon size={20} /> : <ArrowDownBoldIcon size={20} />}
          isBusy={isUnderWay(state)}
          disabled={obstacle !== null && !isUnderWay(state)}
          onClick={onCommit}
        >
          {t(`contractSheets.confirm.buy.${direction}`, { amount: stake })}
        </Button>
      )}
    </>
  )
}

/** How the prices are made that decide the contract; both windows are drawn where averages decide. */
function EntryNote({ averages }: { readonly averages: string }) {
  const { t } = useTexts()
  if (averages === '') return <p className={styles.entry}>{t('contractSheets.confirm.entry')}</p>
  return (
    <div className={styles.averages}>
      <svg width="56" height="22" viewBox="0 0 56 22" aria-hidden="true">
        <rect x="1" y="1" width="10" height="20" rx="2" />
        <rect x="45" y="1" width="10" height="20" rx="2" />
        <path className={styles.path} d="M1 15L5 11 8 14 13 8 19 13 25 5 31 10 37 4 43 9 48 5 52 8 55 6" />
        <path className={styles.entryMean} d="M1 13H11" />
        <path className={styles.exitMean} d="M45 6.5H55" />
      </svg>
      <p>
        <b>{averages}</b> {t('contractSheets.confirm.noEarlyClose')}
      </p>
    </div>
  )
}

/** Whether the purchase is being sent, or sent again because its outcome is unknown. */
function isUnderWay(state: BuyState): boolean {
  return state.phase === 'sending' || (state.phase === 'unknown' && repeatDelayMs(state.attempt) !== null)
}

function PlayMoney() {
  const { t } = useTexts()
  return useMode() === 'sandbox' ? <Tag tone="sandbox">{t('contractSheets.confirm.playMoney')}</Tag> : null
}

export function OfferGlyph({ symbol }: { readonly symbol: string }) {
  const instrument = useInstrument(symbol)
  return instrument ? <InstrumentGlyph instrument={instrument} size="small" /> : null
}

function wantsIdentity(error: string): boolean {
  return error === 'kyc-not-completed' || error === 'kyc-not-passed'
}

function IdentityLink() {
  const { t } = useTexts()
  return (
    <a className={styles.identity} href={hrefOf('certification')}>
      {t('contractSheets.buy.verify')}
    </a>
  )
}

/** The note above the button: a refusal in the server's words with a hint, or an unknown outcome. */
function PurchaseNote({ state, obstacle }: { readonly state: BuyState; readonly obstacle: string | null }) {
  const { t } = useTexts()
  if (state.phase === 'unknown' || (state.phase === 'sending' && state.attempt > 1)) {
    const isLong = state.phase === 'unknown' && repeatDelayMs(state.attempt) === null
    return <p className={styles.note}>{t(isLong ? 'contractSheets.buy.unknownLong' : 'contractSheets.buy.unknown')}</p>
  }
  if (state.phase === 'refused') {
    const hint = state.error === 'price-moved' || state.error === 'terms-changed' ? state.error : 'other'
    return (
      <p className={styles.note}>
        <b>{state.text}.</b> {wantsIdentity(state.error) ? <IdentityLink /> : t(`contractSheets.buy.hint.${hint}`)}
      </p>
    )
  }
  return obstacle === null || state.phase !== 'deciding' ? null : <p className={styles.note}>{obstacle}</p>
}
