import type { InstrumentView, MessageView } from '@candor/api'
import { formatPrice } from '../../shared/i18n/index.ts'
import type { useOwnMoney } from '../../shared/money/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { instrumentTitle } from '../../shared/instrument/index.ts'
import { hrefOfAnnouncement } from '../../shared/page/announcement-link/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { alertOf, decisionKindOf, sumsOf, thingOf, wordsOf } from './message-facts.ts'
import type { AlertFacts } from './message-facts.ts'

/** The inputs of a message's text. */
export interface MessageSpeech {
  readonly texts: Texts
  readonly ownMoney: ReturnType<typeof useOwnMoney>
  readonly instruments: readonly InstrumentView[]
}

export interface MessageWords {
  readonly title: string
  readonly text: string
}

type Decision = Extract<MessageView, { type: 'decision' }>
type SettledOrder = Extract<MessageView, { type: 'order' }>

/** A message in the reader's language. An unknown kind says so. */
export function messageWords(speech: MessageSpeech, message: MessageView): MessageWords {
  switch (message.type) {
    case 'announcement':
      return { title: message.title ?? speech.texts.t('messages.announcement'), text: message.text }
    case 'order':
      return orderWords(speech, message)
    case 'decision':
      return decisionWords(speech, message)
  }
}

function nameOf({ texts, instruments }: MessageSpeech, named: string): string {
  const instrument = instruments.find(({ symbol }) => symbol === named)
  return instrument === undefined ? named : instrumentTitle(texts, instrument)
}

function alertWords(speech: MessageSpeech, { symbol, direction, price, reached }: AlertFacts): MessageWords {
  const { t, locale } = speech.texts
  return {
    title: t('messages.alert.title', { name: nameOf(speech, symbol), price: formatPrice(locale, price) }),
    text: t(`messages.alert.${direction}`, { reached: formatPrice(locale, reached) }),
  }
}

function orderWords(speech: MessageSpeech, order: SettledOrder): MessageWords {
  const { texts, ownMoney } = speech
  const { t, locale } = texts
  const name = nameOf(speech, order.symbol)
  const { entryPrice, exitPrice, result } = order
  if (result === null || result === 'void' || entryPrice === null || exitPrice === null)
    return { title: t('messages.order.void.title', { name }), text: t('messages.order.void.text') }
  return {
    title: t('messages.order.title', { name, net: ownMoney(order.net, order.asset, 'result') }),
    text: t(`messages.order.${result}.text`, {
      entry: formatPrice(locale, entryPrice),
      exit: formatPrice(locale, exitPrice),
    }),
  }
}

function decisionWords(speech: MessageSpeech, { kind, details }: Decision): MessageWords {
  const { ownMoney, texts } = speech
  const { t } = texts
  const alert = kind === 'alert-fired' ? alertOf(details) : null
  if (alert !== null) return alertWords(speech, alert)
  const known = decisionKindOf(kind)
  const sums = known === null ? null : sumsOf(known, details)
  const words = known === null ? null : wordsOf(known, details)
  if (known === null || sums === null || words === null) {
    return thingOf(kind) === 'security'
      ? { title: t('messages.security.title'), text: t('messages.security.text') }
      : { title: t('messages.unknown.title'), text: t('messages.unknown.text') }
  }
  const isResult = (name: string) => known === 'correction-booked' || known === 'order-settled' || name === 'interest'
  const amounts = Object.fromEntries(
    Object.entries(sums).map(([name, { amount, asset }]) => [
      name,
      ownMoney(amount, asset, isResult(name) ? 'result' : 'balance'),
    ]),
  )
  const values = { ...words, ...amounts }
  return { title: t(`messages.kind.${known}.title`, values), text: t(`messages.kind.${known}.text`, values) }
}

/** The screen of a message's subject. */
export interface MessageThing {
  readonly href: string
  readonly label: string
}

/** The target of a message's link; null when there is none. */
export function messageThing({ t }: Texts, message: MessageView): MessageThing | null {
  if (message.type === 'announcement') return announcedThing({ t }, message.link)
  if (message.type === 'order')
    return { href: hrefOf('contractOrders', { id: message.orderId }), label: t('messages.open.order') }
  const { thingId: id } = message
  switch (thingOf(message.kind)) {
    case 'alert': {
      const alert = alertOf(message.details)
      return alert === null
        ? null
        : { href: hrefOf('contract', { symbol: alert.symbol }), label: t('messages.open.alert') }
    }
    case 'withdrawal':
      return { href: hrefOf('withdrawalRecords', { id }), label: t('messages.open.withdrawal') }
    case 'recharge':
      return { href: hrefOf('rechargeRecords', { id }), label: t('messages.open.recharge') }
    case 'order':
      return { href: hrefOf('contractOrders', { id }), label: t('messages.open.order') }
    case 'kyc':
      return { href: hrefOf('certification'), label: t('messages.open.identity') }
    case 'data':
      return { href: hrefOf('security'), label: t('messages.open.security') }
    case 'security':
      if (message.kind === 'security-destination-added')
        return { href: hrefOf('payoutMethods'), label: t('messages.open.payoutMethods') }
      return { href: hrefOf('security'), label: t('messages.open.security') }
    case 'sale':
      return { href: hrefOf('tradeOrders', { id }), label: t('messages.open.sale') }
    case 'term':
      return { href: hrefOf('interestOrders', { id }), label: t('messages.open.term') }
    case 'invite':
      return { href: hrefOf('invite'), label: t('messages.open.invite') }
    case 'support':
      return { href: hrefOf('support'), label: t('messages.open.support') }
    case 'correction':
      return { href: hrefOf('mine'), label: t('messages.open.balances') }
    default:
      return null
  }
}

/** The screens that have a label of their own here; others are named by what a message of theirs says. */
const named = ['market', 'recharge', 'withdrawal', 'swap', 'interest', 'floor', 'terms', 'risks', 'help'] as const

function announcedThing({ t }: Pick<Texts, 't'>, link: string | null): MessageThing | null {
  const href = hrefOfAnnouncement(link)
  if (href === null) return null
  const name = named.find((one) => one === link)
  if (name !== undefined) return { href, label: t(`messages.link.${name}`) }
  return { href, label: t(link === 'identity' ? 'messages.open.identity' : 'messages.open.alert') }
}
