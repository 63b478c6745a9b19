import type { OutputOf, transparencyOdds } from '@candor/api'
import { divHalfEven, formatDecimal, parseUnits } from '@candor/money'
import { formatPercent } from '../../../shared/i18n/index.ts'
import type { Texts } from '../../../shared/i18n/index.ts'

type Span = OutputOf<typeof transparencyOdds>['spans'][number]

/** A part of all over a span, in per cent. */
interface Share {
  readonly share: string
  readonly days: number
}

/** How customers fared over each span that has enough contracts: the share who lost, and what came back. */
export function customersFare({ t, locale }: Texts, { spans }: OutputOf<typeof transparencyOdds>): string {
  const percent = (part: bigint, all: bigint) =>
    formatPercent(locale, formatDecimal(divHalfEven(1_000n * part, all), 1), { decimals: 1 })
  const shares = (of: (span: Span) => readonly [bigint, bigint] | null): Share[] =>
    spans.flatMap((span) => {
      const found = of(span)
      return found === null ? [] : [{ days: span.days, share: percent(...found) }]
    })
  const said = (what: 'lost' | 'back', [first, second]: readonly Share[]): string[] => {
    if (first === undefined) return []
    if (second === undefined) return [t(`contractSheets.first.${what}`, { ...first })]
    const both = { ...first, longShare: second.share, longDays: second.days }
    return [t(`contractSheets.first.${what}Both`, both)]
  }
  const words = [...said('lost', shares(lostIn)), ...said('back', shares(backIn))]
  return words.length === 0 ? t('contractSheets.first.few') : words.join(' ')
}

/** The customers who lost, among all with a contract that was won or lost; null where they are too few. */
function lostIn({ losers }: Span): readonly [bigint, bigint] | null {
  return losers.lost === null || losers.customers === 0 ? null : [BigInt(losers.lost), BigInt(losers.customers)]
}

/** What came back, of everything that was paid in; null where too few contracts were decided. */
function backIn({ payout: { sums } }: Span): readonly [bigint, bigint] | null {
  if (sums === null) return null
  const [paidIn, paidOut] = [parseUnits(sums.paidIn) ?? 0n, parseUnits(sums.paidOut) ?? 0n]
  return paidIn > 0n ? [paidOut, paidIn] : null
}
