import type { BalanceView, SwapQuoteView } from '@candor/api'
import { Button, Card, FactList, Note, Sheet } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { Emphasised, formatPrice, sentenceGap, useTexts } from '../../shared/i18n/index.ts'
import { balancesAfter } from './swap-form-model.ts'
import { exactMoney, priceFacts, useOwnExactMoney } from './swap-labels.ts'
import { HeldRate } from './swap-price.tsx'
import type { HeldUntil } from './swap-queries.ts'
import styles from './swap.module.css'

export interface SwapConfirmSheetProps {
  /** The quote that the sheet opened with. */
  readonly first: SwapQuoteView
  /** The current quote: the shown one, and the one that is executed. */
  readonly quote: SwapQuoteView
  /** Null once the quote has expired. */
  readonly held: HeldUntil | null
  readonly balances: readonly BalanceView[]
  /** Why the server refused an expired quote; null before. */
  readonly refused: string | null
  /** A new quote is being requested. */
  readonly isRenewing: boolean
  readonly isBusy: boolean
  readonly onConfirm: (quote: SwapQuoteView) => void
  readonly onClose: () => void
}

/** The last look before a swap: exact amounts, rate and cost, the balances after it, and how long the rate is held. */
export function SwapConfirmSheet(props: SwapConfirmSheetProps) {
  const { t } = useTexts()
  const { from, to } = props.quote
  return (
    <Sheet
      title={t('swap.confirm.title', { from, to })}
      closeLabel={t('shared.action.close')}
      onClose={props.onClose}
      isBusy={props.isBusy}
    >
      <SwapConfirmView {...props} />
    </Sheet>
  )
}

/** The decision. A renewed quote says so above the button, with both amounts where they differ. */
export function SwapConfirmView(props: Omit<SwapConfirmSheetProps, 'onClose'>) {
  const { first, quote, held, balances, refused, isRenewing, isBusy, onConfirm } = props
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnExactMoney(locale)
  const { from, to, gives, receives, spread } = quote
  return (
    <div className={styles.page}>
      <p className={styles.say}>
        <Emphasised
          text={t('swap.confirm.say', {
            gives: exactMoney(locale, gives, from),
            gets: exactMoney(locale, receives, to),
          })}
        />
      </p>
      <Card>
        <FactList
          facts={[
            ...priceFacts(texts, { ...quote, cost: exactMoney(locale, spread, from) }),
            ...balancesAfter(quote, balances).map(({ asset, amount }) => ({
              name: t('swap.confirm.after', { asset }),
              value: ownMoney(amount, asset),
            })),
          ]}
        />
      </Card>
      <Renewed first={first} quote={quote} refused={refused} />
      <div className={styles.holding}>
        <HeldRate held={held} validMs={quote.validMs} />
      </div>
      <Button isBusy={isBusy || isRenewing || held === null} onClick={() => onConfirm(quote)}>
        {t('swap.do', { amount: `${formatPrice(locale, gives)}\u00A0${from}` })}
      </Button>
    </div>
  )
}

/** What changed while the sheet was open. Announced when it appears. */
function Renewed({ first, quote, refused }: Pick<SwapConfirmSheetProps, 'first' | 'quote' | 'refused'>) {
  const { t, locale } = useTexts()
  const isRenewed = quote.quoteId !== first.quoteId
  if (!isRenewed && refused === null) return null
  const money = (amount: string) => exactMoney(locale, amount, quote.to)
  return (
    <Note tone="attention" role="status" icon={<ClockCounterClockwiseIcon size={18} />}>
      {refused ?? t('swap.confirm.renewed')}
      {isRenewed ? sentenceGap(locale) : null}
      {isRenewed
        ? quote.receives === first.receives
          ? t('swap.confirm.same')
          : t('swap.confirm.now', { amount: money(quote.receives), before: money(first.receives) })
        : null}
    </Note>
  )
}
