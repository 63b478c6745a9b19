import { formatDecimal, formatUnits } from '@candor/money'
import type { ContractReceipt, MovementReceipt } from '@candor/proof/receipt'
import { formatMoney, formatPrice, formatReceiptTime, moneyParts } from '@candor/ui/format'
import type { SignDisplay } from '@candor/ui/format'
import type { Ticket } from '../check/ticket-facts.ts'
import type { Texts } from '../texts/texts.ts'
import { element } from './element.ts'
import { fact } from './keys-card.ts'

/** What a sound receipt says. */
export function ticketCard(texts: Texts, ticket: Ticket): HTMLElement {
  const { head, amount, sign, asset, line, facts } = contentOf(texts, ticket)
  const { whole, decimals } = moneyParts(texts.locale, formatUnits(amount), sign)
  return element(
    'div',
    { class: 'ticket-shadow' },
    element(
      'article',
      { class: 'ticket' },
      element('h2', {}, head),
      element(
        'p',
        { class: 'hero' },
        whole,
        element('span', { class: 'decimals' }, decimals),
        element('span', { class: 'asset' }, asset),
      ),
      element('p', { class: 'soft' }, line),
      element('dl', { class: 'facts' }, ...facts.map(([name, value, className]) => fact(name, value, className))),
    ),
  )
}

interface Content {
  readonly head: string
  readonly amount: bigint
  readonly sign: SignDisplay
  readonly asset: string
  readonly line: string
  readonly facts: readonly (readonly [name: string, value: string, className?: string])[]
}

function contentOf(texts: Texts, ticket: Ticket): Content {
  if (ticket.kind === 'movement') return movementContent(texts, ticket)
  const { t, locale } = texts
  const order = ticket.placed.item.value
  const settled = ticket.kind === 'contract' ? ticket.settled.item.value : null
  const money = (units: bigint) => formatMoney(locale, formatUnits(units))
  const seconds = (order.exitSlot - order.entrySlot) / 2
  return {
    head: t('ticketContract', { symbol: order.symbol, seconds: formatPrice(locale, String(seconds)) }),
    amount: settled?.net ?? order.stake,
    sign: settled === null ? 'never' : 'result',
    asset: order.asset,
    line: settled === null ? t(order.direction) : `${t(order.direction)}, ${t(settled.result)}`,
    facts: [
      ...(ticket.kind === 'contract' ? priceFacts(texts, ticket) : []),
      [t('stakeFee'), `${money(order.stake)}, ${money(order.fee)}`],
      [t('profit'), money(order.profit)],
      [t('bought'), timeText(order.acceptedMs)],
      ...(settled === null ? [] : [[t('settled'), timeText(settled.settledMs)] as const]),
      [t('order'), String(order.orderId), 'mono'],
    ],
  }
}

function priceFacts({ t, locale }: Texts, { placed, settled }: ContractReceipt): [string, string][] {
  const { priceDecimals, entryWindowSlots } = placed.item.value
  const { entryPrice, exitPrice, scale, result } = settled.item.value
  const isAverage = entryWindowSlots > 1
  const decimals = priceDecimals + scale
  const text = (price: bigint) =>
    result === 'void' && price === 0n ? t('none') : formatPrice(locale, formatDecimal(price, decimals), decimals)
  return [
    [t(isAverage ? 'entryAverage' : 'entry'), text(entryPrice)],
    [t(isAverage ? 'exitAverage' : 'exit'), text(exitPrice)],
  ]
}

function movementContent({ t, locale }: Texts, { moved }: MovementReceipt): Content {
  const { kind, asset, dPosted, dHeld, postedAfter, heldAfter, atMs } = moved.item.value
  const money = (units: bigint, sign: 'result' | 'balance') => formatMoney(locale, formatUnits(units), asset, sign)
  return {
    head: t('movement'),
    amount: dPosted,
    sign: 'result',
    asset,
    line: kind,
    facts: [
      [t('held'), money(dHeld, 'result')],
      [t('after'), money(postedAfter, 'balance')],
      [`${t('after')}, ${t('held')}`, money(heldAfter, 'balance')],
      [t('settled'), timeText(atMs)],
    ],
  }
}

function timeText(atMs: number): string {
  return `${formatReceiptTime(atMs)} UTC`
}
