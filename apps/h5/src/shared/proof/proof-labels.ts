import type { OrderView } from '@candor/api'
import { hasAverages, slotMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { formatCount, formatPercent, formatPrice, formatReceiptTime } from '../i18n/index.ts'
import type { Texts } from '../i18n/index.ts'
import type { CheckName, ContractProof, Difference, ReceiptFacts } from './contract-proof.ts'

/** One check in the reader's words. */
export interface CheckWords {
  readonly title: string
  readonly text: string
}

/** What the words of a check are made of. */
export interface CheckSubject {
  readonly order: OrderView
  readonly proof: ContractProof
  /** Writes an amount of the customer, or dots while amounts are hidden. */
  readonly ownMoney: (amount: string, asset?: string, sign?: 'result') => string
}

/** The time of day in UTC: "14:12:21". */
export function utcTime(atMs: number): string {
  return formatReceiptTime(atMs).slice(11, 19)
}

/** The words of a check, by how it ended. */
export function checkWords(texts: Texts, name: CheckName, subject: CheckSubject): CheckWords {
  const state = subject.proof.checks.find((one) => one.name === name)?.state
  const words = state === 'failed' ? failedWords(texts, name, subject.proof) : passedWords(texts, name, subject)
  return state === 'not-checked' ? { title: words.title, text: texts.t('proof.check.not-checked') } : words
}

function passedWords(texts: Texts, name: CheckName, subject: CheckSubject): CheckWords {
  const { t, locale } = texts
  const { facts, signers } = subject.proof
  switch (name) {
    case 'order':
      return {
        title: t('proof.check.order'),
        text:
          facts === null
            ? ''
            : t(facts.isKept ? 'proof.check.order.kept' : 'proof.check.order.text', {
                time: utcTime(facts.acceptedMs),
              }),
      }
    case 'entry':
    case 'exit':
      return priceWords(texts, name, subject)
    case 'rule':
      return ruleWords(texts, subject)
    case 'log':
      return {
        title: t(signers.cosigned === 0 ? 'proof.check.log.alone' : 'proof.check.log'),
        text:
          signers.cosigned === 0
            ? t('proof.check.log.text.alone')
            : t('proof.check.log.text', {
                count: formatCount(locale, signers.cosigned),
                known: formatCount(locale, signers.known),
              }),
      }
  }
}

function priceWords({ t, locale }: Texts, name: 'entry' | 'exit', { order, proof }: CheckSubject): CheckWords {
  const { facts } = proof
  const isAverage = hasAverages(order)
  const proven = facts?.[name]
  if (facts !== null && proven?.price === null)
    return { title: t(`proof.check.${name}.none`), text: t('proof.check.price.text.none') }
  const isAlone = name === 'exit' && (facts?.entry.price === null || stateOf(proof, 'entry') !== 'passed')
  const title = isAlone
    ? t('proof.check.exit.alone')
    : t(isAverage ? `proof.check.${name}.average` : `proof.check.${name}.single`)
  if (facts === null || proven === undefined || proven.price === null) return { title, text: '' }
  const time = utcTime(name === 'exit' ? exitMs(order) : order.entryAtMs - (isAverage ? slotMs : 0))
  const price = formatPrice(locale, proven.price)
  return {
    title,
    text: isAverage
      ? t(`proof.check.${name}.text.average`, { count: formatCount(locale, proven.count), time, price })
      : t('proof.check.price.text.single', { time, price }),
  }
}

/** When the slot ends whose frame, or whose window, decided the exit price. */
function exitMs(order: OrderView): number {
  return order.entryAtMs + ((order.settledSlot ?? order.exitSlot) - order.entrySlot) * slotMs
}

function ruleWords({ t, locale }: Texts, { order, ownMoney }: CheckSubject): CheckWords {
  const decimals = order.payoutBps % 100 === 0 ? 0 : 2
  return {
    title: t('proof.check.rule', { net: ownMoney(order.net ?? '0', undefined, 'result') }),
    text: t('proof.check.rule.text', {
      direction: t(`proof.direction.${order.direction}`),
      payout: formatPercent(locale, formatDecimal(BigInt(order.payoutBps), 2), { decimals }),
      fee: ownMoney(order.fee),
    }),
  }
}

const stateOf = ({ checks }: ContractProof, name: CheckName) => checks.find((check) => check.name === name)?.state

function failedWords({ t, locale }: Texts, name: CheckName, { differences, facts }: ContractProof): CheckWords {
  const isOther = (other: Difference['name']) => differences.some((one) => one.name === other)
  switch (name) {
    case 'order': {
      const isKept = isOther('kept')
      const hasOther = differences.some((one) => orderDifferences.has(one.name))
      const why = isKept ? 'kept' : hasOther ? 'other' : 'text'
      const key = why === 'text' ? 'proof.check.order.failed.text' : (`proof.check.order.failed.${why}` as const)
      return { title: t('proof.check.order.failed'), text: t(key) }
    }
    case 'entry':
    case 'exit': {
      const price = isOther(name) ? priceOf(facts, name) : null
      return {
        title: t(`proof.check.${name}.failed`),
        text:
          price === null
            ? t('proof.check.price.failed.log')
            : t('proof.check.price.failed.text', { price: formatPrice(locale, price) }),
      }
    }
    case 'rule':
      return { title: t('proof.check.rule.failed'), text: t('proof.check.rule.failed.text') }
    case 'log':
      return { title: t('proof.check.log.failed'), text: t('proof.check.log.failed.text') }
  }
}

const orderDifferences: ReadonlySet<Difference['name']> = new Set([
  'id',
  'instrument',
  'direction',
  'stake',
  'fee',
  'profit',
  'slots',
  'accepted',
])

const priceOf = (facts: ReceiptFacts | null, name: 'entry' | 'exit') => facts?.[name].price ?? null

/** A figure of the screen beside that of the receipt, or of the log where the log decides it. */
export interface DifferenceWords {
  readonly name: Difference['name']
  readonly shownLabel: string
  readonly shown: string
  readonly provenLabel: string
  readonly proven: string
}

/** The differences that two values show. */
export function differenceWords(texts: Texts, { order, proof, ownMoney }: CheckSubject): readonly DifferenceWords[] {
  const { t } = texts
  return proof.differences
    .filter(({ shown, proven }) => shown !== null || proven !== null)
    .map((difference) => {
      const name = t(`proof.difference.name.${difference.name}`)
      const write = (value: string | null) =>
        value === null ? t('proof.none') : valueText(texts, difference.name, { value, order, ownMoney })
      const isLogged = checkedByLog.has(difference.name)
      return {
        name: difference.name,
        shownLabel: t('proof.difference.shown', { name }),
        shown: write(difference.shown),
        provenLabel: t(isLogged ? 'proof.difference.logged' : 'proof.difference.proven', { name }),
        proven: write(difference.proven),
      }
    })
}

const checkedByLog: ReadonlySet<Difference['name']> = new Set(['entry', 'exit', 'result', 'net'])

interface Valued extends Pick<CheckSubject, 'order' | 'ownMoney'> {
  readonly value: string
}

function valueText({ t, locale }: Texts, name: Difference['name'], { value, order, ownMoney }: Valued): string {
  switch (name) {
    case 'entry':
    case 'exit':
      return formatPrice(locale, value)
    case 'stake':
    case 'fee':
    case 'profit':
      return ownMoney(value, order.asset)
    case 'net':
      return ownMoney(value, order.asset, 'result')
    case 'accepted':
      return formatReceiptTime(Number(value))
    case 'result':
      return isResult(value) ? t(`proof.result.${value}`) : value
    case 'direction':
      return value === 'up' || value === 'down' ? t(`proof.direction.${value}`) : value
    case 'id':
    case 'instrument':
    case 'slots':
    case 'kept':
      return value
  }
}

const isResult = (value: string): value is NonNullable<OrderView['result']> =>
  value === 'won' || value === 'lost' || value === 'tie' || value === 'void'
