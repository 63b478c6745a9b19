import type { TermsView } from '@candor/api'
import { formatDecimal } from '@candor/money'
import { Card } from '@candor/ui'
import { decimalsOf, durationText, formatPercent, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import styles from './invest.module.css'

const columns = ['duration', 'payout', 'breakEven', 'fee', 'stake'] as const

/** The terms of each duration. A payout is always shown with the break-even win rate. */
export function TermsTable({ terms }: { readonly terms: readonly TermsView[] }) {
  const texts = useTexts()
  const { t, locale } = texts
  const percentOf = (bps: number) =>
    formatPercent(locale, formatDecimal(BigInt(bps), 2), { decimals: bps % 100 === 0 ? 0 : 2 })
  const stake = (amount: string) => formatPrice(locale, amount, decimalsOf(amount))
  return (
    <Card>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`invest.terms.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {terms.map(({ durationMs, payoutBps, breakEven, feeBps, stakeMin, stakeMax }) => (
            <tr key={durationMs}>
              <th scope="row">{durationText(texts, durationMs)}</th>
              <td>{percentOf(payoutBps)}</td>
              <td>{formatPercent(locale, breakEven, { decimals: 1 })}</td>
              <td>{percentOf(feeBps)}</td>
              <td>
                {stake(stakeMin)} – {stake(stakeMax)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
