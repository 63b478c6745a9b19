import { transparencySolvency } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { Card, FactList, LinkRow, RowList } from '@candor/ui'
import { CoinsIcon } from '@candor/ui/icons/account'
import { queryFor } from '../../shared/api/index.ts'
import { formatCount, formatDateTime, formatPercent, useTexts } from '../../shared/i18n/index.ts'
import { Money } from '../../shared/money/index.ts'
import { EmptyState, hrefOf } from '../../shared/page/index.ts'
import { FiguresName, publicFiguresPage } from '../../shared/page/public-figures/index.ts'
import { unseenPercent } from './owed-model.ts'
import styles from './owed-page.module.css'
import { Witnesses } from './witnesses-card.tsx'

type Solvency = OutputOf<typeof transparencySolvency>
type AssetTotals = Solvency['assets'][number]

/** What the house owes everyone together, and what the proof of it does not show: public. */
export const OwedPage = publicFiguresPage(
  { title: 'statement.owed.title', failed: 'statement.owed.failed' },
  queryFor(transparencySolvency, {}),
  (solvency) => <Owed solvency={solvency} />,
)

function Owed({ solvency: { snapshot, assets, checkedShareBps } }: { readonly solvency: Solvency }) {
  const { t, locale } = useTexts()
  if (snapshot === null)
    return (
      <>
        <EmptyState icon={CoinsIcon} texts={['statement.owed.none', 'statement.owed.none.text']} />
        <Witnesses />
      </>
    )
  return (
    <>
      <p className={styles.lead}>{t('statement.owed.lead', { date: formatDateTime(locale, snapshot.atMs) })}</p>
      {assets.map((totals) => (
        <Asset key={totals.asset} totals={totals} />
      ))}
      <Witnesses />
      <NotProven />
      <Chance shareBps={checkedShareBps ?? 0} />
      <RowList>
        <LinkRow href={hrefOf('assets')} title={t('statement.assets.title')} />
      </RowList>
    </>
  )
}

const parts = ['available', 'held', 'invested', 'accrued', 'escrow', 'merchants'] as const

function Asset({ totals }: { readonly totals: AssetTotals }) {
  const { t, locale } = useTexts()
  const { asset } = totals
  const money = (amount: string) => <Money amount={amount} asset={asset} />
  return (
    <section aria-label={asset}>
      <FiguresName>{asset}</FiguresName>
      <Card>
        <FactList
          facts={[
            { name: t('statement.owed.total'), value: money(totals.total), isMain: true },
            ...parts.map((part) => ({ name: t(`statement.owed.${part}`), value: money(totals[part]) })),
            { name: t('statement.owed.openPayout'), value: money(totals.openPayout) },
            { name: t('statement.owed.leaves'), value: formatCount(locale, totals.leaves) },
            { name: t('statement.owed.root'), value: totals.root, isMono: true },
          ]}
        />
      </Card>
    </section>
  )
}

/** As large as the totals, because it matters as much. */
function NotProven() {
  const { t } = useTexts()
  return (
    <section>
      <FiguresName>{t('statement.owed.not')}</FiguresName>
      <Card isPadded>
        <ul className={styles.limits}>
          {(['assets', 'others', 'parts', 'between'] as const).map((limit) => (
            <li key={limit}>
              <b>{t(`statement.owed.not.${limit}`)}</b>
              <span>{t(`statement.owed.not.${limit}.text`)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

const leftOut = [1, 10, 100] as const

/** How likely it is that nobody notices an omission. */
function Chance({ shareBps }: { readonly shareBps: number }) {
  const { t, locale } = useTexts()
  const percent = (value: number) => formatPercent(locale, value.toFixed(1), { decimals: 1 })
  return (
    <section>
      <FiguresName>{t('statement.owed.chance')}</FiguresName>
      <p className={styles.lead}>{t('statement.owed.chance.text', { percent: percent(shareBps / 100) })}</p>
      <Card>
        <FactList
          facts={leftOut.map((count) => ({
            name: t('statement.owed.chance.out', { count }),
            value: percent(unseenPercent(shareBps, count)),
          }))}
        />
      </Card>
      <p className={styles.lead}>{t('statement.owed.chance.how')}</p>
    </section>
  )
}
