import { formatCount, formatMoney } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, ColumnTitles } from '../../shared/parts/index.ts'
import { contractsOf, gainOf } from './odds-model.ts'
import type { Odds, OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'
import { SourceFoot } from './source-foot.tsx'

/** The void contracts by cause, and what the house gained or lost by them. */
export function VoidsCard({ span, place }: { readonly span: OddsSpan; readonly place: Odds['newestDay'] }) {
  const { t, locale } = useTexts()
  const { all, voided } = contractsOf(span)
  const count = (value: number) => formatCount(locale, value)
  return (
    <Card
      title={t('odds.voids.title')}
      aside={t('odds.voids.of', { count: count(voided), all: count(all) })}
      foot={<SourceFoot of="days" place={place} figure="void-contracts" days={span.days} />}
    >
      <p className={styles.sub}>{t('odds.voids.text')}</p>
      {span.voids.length === 0 ? (
        <p className={styles.left}>{t('odds.voids.none')}</p>
      ) : (
        <table className={styles.table}>
          <ColumnTitles titles={[t('odds.voids.cause'), t('odds.voids.contracts'), t('odds.voids.house')]} />
          <tbody>
            {span.voids.map(({ cause, contracts, houseGain }) => (
              <tr key={cause}>
                <th scope="row">{t(`odds.voids.${cause}`)}</th>
                <td>{count(contracts)}</td>
                <td>{formatMoney(locale, houseGain, undefined, 'result')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('odds.voids.all')}</th>
              <td>{count(voided)}</td>
              <td>{formatMoney(locale, gainOf(span), undefined, 'result')}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Card>
  )
}
