import { useState } from 'react'
import type { BalanceView, SwapQuoteView, SwapTermsView } from '@candor/api'
import { Button } from '@candor/ui'
import { RefusalNote } from '../../shared/forms/index.ts'
import { formatMoney, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { navigation, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { SwapConfirmSheet } from './swap-confirm-sheet.tsx'
import { SwapSides } from './swap-sides.tsx'
import { everything, quickAmounts } from './swap-form-model.ts'
import type { SwapForm, SwapObstacle } from './swap-form-model.ts'
import { Holding, Price } from './swap-price.tsx'
import styles from './swap.module.css'
import { useSwapDecision } from './use-swap-decision.ts'

export interface SwapTicketProps {
  readonly terms: readonly SwapTermsView[]
  readonly balances: readonly BalanceView[]
}

/** The form of a swap: the given amount, the exact proceeds, the cost, and the validity. */
export function SwapTicket({ terms, balances }: SwapTicketProps) {
  const texts = useTexts()
  const [form, setForm] = useSwapForm()
  const own = terms.find(({ from }) => from === form.from)
  const available = (asset: string) => balances.find((balance) => balance.asset === asset)?.available ?? null
  const { obstacle, quote, shown, refusal, execution, open, ask, confirm } = useSwapDecision(
    form,
    own,
    available(form.from),
  )
  const change = (next: SwapForm) => {
    ask(null)
    setForm(next)
  }
  return (
    <PageScreen
      dock={
        <Dock
          reason={obstacle === null ? null : obstacleText(texts, obstacle, own)}
          isRefused={refusal !== null}
          quote={quote.held === null && !execution.isBusy ? undefined : shown}
          isBusy={execution.isBusy}
          onSwap={ask}
          onAgain={() => void quote.refetch()}
        />
      }
    >
      <div className={styles.page}>
        <SwapSides
          form={form}
          receives={shown?.receives ?? null}
          available={available}
          error={obstacle === null || obstacle === 'no-amount' ? null : obstacleText(texts, obstacle, own)}
          isLocked={execution.isBusy}
          onForm={change}
        />
        <QuickAmounts
          everything={own === undefined ? null : everything(available(form.from) ?? '0', own.wholeNumber)}
          onAmount={(amountText) => change({ ...form, amountText })}
        />
        <RefusalNote text={(open === null ? execution.refused : null) ?? (refusal === null ? null : `${refusal}.`)} />
        {own === undefined ? null : <Price terms={own} quote={shown} />}
        {own === undefined ? null : (
          <Holding
            terms={own}
            held={shown === undefined ? null : quote.held}
            isAsked={obstacle === null && refusal === null}
            quote={shown}
          />
        )}
      </div>
      {open === null ? null : (
        <SwapConfirmSheet
          {...open}
          held={quote.held}
          balances={balances}
          refused={execution.refused}
          isRenewing={quote.isFetching}
          isBusy={execution.isBusy}
          onConfirm={(taken) => void confirm(taken)}
          onClose={() => ask(null)}
        />
      )}
    </PageScreen>
  )
}

/** The direction is part of the address, so that it survives visiting another screen. */
function useSwapForm() {
  const { from } = useRouteParams('swap')
  const [amountText, setAmountText] = useState('')
  const form: SwapForm = { from: from === 'USDT' ? 'USDT' : 'USD', amountText }
  const change = (next: SwapForm) => {
    setAmountText(next.amountText)
    if (next.from !== form.from) navigation.redirect('swap', { from: next.from })
  }
  return [form, change] as const
}

function QuickAmounts({
  everything: all,
  onAmount,
}: {
  readonly everything: string | null
  readonly onAmount: (text: string) => void
}) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.chips} role="group" aria-label={t('swap.quick')}>
      {quickAmounts.map((amount) => (
        <button key={amount} type="button" className={styles.chip} onClick={() => onAmount(amount)}>
          {formatPrice(locale, amount)}
        </button>
      ))}
      {all === null ? null : (
        <button type="button" className={styles.chip} onClick={() => onAmount(all)}>
          {t('swap.everything')}
        </button>
      )}
    </div>
  )
}

interface DockProps {
  /** Why the button is off; null where it is on. */
  readonly reason: string | null
  readonly isRefused: boolean
  readonly quote: SwapQuoteView | undefined
  readonly isBusy: boolean
  readonly onSwap: (quote: SwapQuoteView) => void
  readonly onAgain: () => void
}

function Dock({ reason, isRefused, quote, isBusy, onSwap, onAgain }: DockProps) {
  const { t, locale } = useTexts()
  if (reason !== null) return <Button disabled>{reason}</Button>
  if (isRefused) {
    return (
      <Button tone="quiet" onClick={onAgain}>
        {t('swap.dock.refused')}
      </Button>
    )
  }
  if (quote === undefined) return <Button disabled>{t('swap.getting')}</Button>
  return (
    <Button isBusy={isBusy} onClick={() => onSwap(quote)}>
      {t('swap.do', { amount: `${formatPrice(locale, quote.gives)}\u00A0${quote.from}` })}
    </Button>
  )
}

function obstacleText({ t, locale }: Texts, obstacle: SwapObstacle, own: SwapTermsView | undefined): string {
  if (obstacle === 'no-amount') return t('swap.dock.no-amount')
  return t(`swap.amount.${obstacle}`, { minimum: own === undefined ? '' : formatMoney(locale, own.minimum, own.from) })
}
