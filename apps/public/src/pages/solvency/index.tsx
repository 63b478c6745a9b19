import { FactList, StatePanel } from '@candor/ui'
import { formatCount, formatMoney, formatPercent, formatUtcTime, moneyParts } from '@candor/ui/format'
import { ScalesIcon } from '@candor/ui/icons/message'
import { formatUnits } from '@candor/money'
import { snapshotAssets, totalOf } from '@candor/proof/solvency'
import type { Liability, SnapshotTree } from '@candor/proof/solvency'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Columns, Figure, Later, Loaded, PageTitle, Recompute, Stale, Verdict } from '../../shared/parts/index.ts'
import { checkOwed } from './owed-check.ts'
import type { CheckedOwed } from './owed-check.ts'
import { OwnCard } from './own-card.tsx'
import { AmountRow, AmountTable } from './amount-table.tsx'
import styles from './solvency.module.css'
import { unseenPercent } from './unseen-chance.ts'

const refetchMs = 30_000
/** The newest checkpoint is often only seconds behind a new total. */
const refetchBeyondMs = 3_000
const assetNames = new Map<number, string>(snapshotAssets)

/** What is owed to everyone together, as the log of events has it, and what that does not prove. */
export function Page() {
  const { t } = useTexts()
  const owed = useQuery({
    queryKey: ['owed'],
    queryFn: checkOwed,
    refetchInterval: ({ state }) => (state.data?.found === 'beyond' ? refetchBeyondMs : refetchMs),
  })
  return (
    <>
      <PageTitle title={t('solvency.title')} text={t('solvency.text')} />
      <Stale queries={[owed]} />
      <Loaded query={owed}>
        {(checked) =>
          checked === null ? (
            <StatePanel icon={<ScalesIcon size={28} />} title={t('solvency.none')} text={t('solvency.none.text')} />
          ) : (
            <Columns
              main={
                <>
                  <Totals owed={checked} />
                  <Later>
                    <Chance shareBps={checked.checkedShareBps} />
                  </Later>
                </>
              }
              side={
                <>
                  <InLog owed={checked} />
                  <OwnCard />
                  <NotProven />
                  <Later>
                    <Trees owed={checked} />
                  </Later>
                </>
              }
            />
          )
        }
      </Loaded>
    </>
  )
}

const verdicts = { present: 'passed', beyond: 'checking', other: 'failed' } as const

/** The ring closes only where this browser has found these figures in the log. */
function InLog({ owed: { found, checkedMs, shard, index } }: { readonly owed: CheckedOwed }) {
  const { t, locale } = useTexts()
  const values = {
    time: formatUtcTime(locale, checkedMs, { hasSeconds: true }),
    entry: formatCount(locale, index),
    shard,
  }
  return (
    <Card isFlush>
      <Verdict
        state={verdicts[found]}
        title={t(`solvency.check.${found}`)}
        text={t(`solvency.check.${found}.text`, values)}
      />
    </Card>
  )
}

const rows = [
  ['available', 'free'],
  ['held', 'held'],
  ['invested', 'invested'],
  ['accrued', 'accrued'],
  ['escrow', 'escrow'],
  ['merchants', 'merchant'],
] as const satisfies readonly (readonly [string, keyof Liability])[]

function Totals({ owed: { event } }: { readonly owed: CheckedOwed }) {
  const { t, locale } = useTexts()
  const { trees } = event
  const money = (units: bigint) => formatMoney(locale, formatUnits(units))
  return (
    <Card
      title={t('solvency.all')}
      aside={t('solvency.counted.at', { time: formatUtcTime(locale, Number(event.atMs)) })}
      foot={<Recompute command={`npm run audit -- --log ${location.origin} --figure total-owed`} />}
    >
      <div className={styles.totals}>
        {trees.map((tree) => {
          const { whole, decimals } = moneyParts(locale, formatUnits(totalOf(tree.totals)))
          return <Figure key={tree.asset} label={nameOf(tree)} size="large" value={whole} unit={decimals} />
        })}
      </div>
      <AmountTable label={t('solvency.all')} assets={trees.map(nameOf)}>
        {rows.map(([name, part]) => (
          <AmountRow key={name} name={t(`solvency.${name}`)} amounts={trees.map(({ totals }) => money(totals[part]))} />
        ))}
        <AmountRow isSum name={t('solvency.total')} amounts={trees.map(({ totals }) => money(totalOf(totals)))} />
        <AmountRow name={t('solvency.openPayout')} amounts={trees.map(({ openPayout }) => money(openPayout))} />
      </AmountTable>
    </Card>
  )
}

function nameOf({ asset }: SnapshotTree): string {
  return assetNames.get(asset) ?? String(asset)
}

/** As large as the totals, because it matters as much. */
function NotProven() {
  const { t } = useTexts()
  return (
    <Card title={t('solvency.not')}>
      <ul className={styles.limits}>
        {(['assets', 'others', 'parts', 'between'] as const).map((limit) => (
          <li key={limit}>
            <b>{t(`solvency.not.${limit}`)}</b>
            <span className={styles.text}>{t(`solvency.not.${limit}.text`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const leftOut = [1, 10, 100] as const
const mostLeftOut = 100

/** How likely it is that nobody notices an omission. */
function Chance({ shareBps }: { readonly shareBps: number }) {
  const { t, locale } = useTexts()
  const percent = (value: number) => formatPercent(locale, value.toFixed(1), { decimals: 1 })
  const points = Array.from(
    { length: mostLeftOut + 1 },
    (_, count) => `${count},${100 - unseenPercent(shareBps, count)}`,
  )
  return (
    <Card title={t('solvency.chance')}>
      <p className={styles.text}>{t('solvency.chance.text', { percent: percent(shareBps / 100) })}</p>
      <div className={styles.chart} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={styles.grid} d="M0 0H100M0 50H100M0 100H100" />
          <polyline points={points.join(' ')} />
        </svg>
        <div className={styles.shares}>
          {[100, 50, 0].map((share) => (
            <span key={share}>{formatPercent(locale, String(share), { decimals: 0 })}</span>
          ))}
        </div>
        <div className={styles.counts}>
          {[0, mostLeftOut / 2, mostLeftOut].map((count) => (
            <span key={count}>{formatCount(locale, count)}</span>
          ))}
        </div>
      </div>
      <div className={styles.facts}>
        <FactList
          facts={leftOut.map((count) => ({
            name: t('solvency.chance.out', { count }),
            value: percent(unseenPercent(shareBps, count)),
          }))}
        />
      </div>
      <p className={styles.text}>{t('solvency.chance.how')}</p>
    </Card>
  )
}

function Trees({ owed: { event, shard, index } }: { readonly owed: CheckedOwed }) {
  const { t, locale } = useTexts()
  return (
    <Card title={t('solvency.tree')}>
      <div className={styles.facts}>
        <FactList
          facts={[
            { name: t('solvency.entry'), value: `${shard} #${formatCount(locale, index)}` },
            ...event.trees.flatMap((tree) => [
              { name: `${nameOf(tree)}: ${t('solvency.leaves')}`, value: formatCount(locale, 2 ** tree.depth) },
              { name: `${nameOf(tree)}: ${t('solvency.root')}`, value: hexOf(tree.root), isMono: true },
            ]),
          ]}
        />
      </div>
    </Card>
  )
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
