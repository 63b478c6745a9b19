import { useState } from 'react'
import { formatUnits } from '@candor/money'
import type { SumStep } from '@candor/proof/solvency'
import { classNames, Segmented } from '@candor/ui'
import { formatMoney } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import type { OwnWay } from './own-check.ts'
import styles from './way-to-total.module.css'

/** The two highest levels are drawn; the others are counted. */
const drawnLevels = 2

/** How the own balance is added up to the published total, by the sums that the leaf's path has proven. */
export function WayToTotal({ ways }: { readonly ways: readonly OwnWay[] }) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState(() => (ways.find(({ steps }) => (steps[0]?.sum ?? 0n) > 0n) ?? ways[0])?.asset)
  const way = ways.find(({ asset }) => asset === chosen)
  if (way === undefined) return null
  return (
    <figure className={styles.way}>
      {ways.length < 2 ? null : (
        <Segmented
          label={t('solvency.way.asset')}
          options={ways.map(({ asset }) => ({ value: asset, label: asset }))}
          value={way.asset}
          onValue={setChosen}
        />
      )}
      <div className={styles.tree}>
        <Levels steps={way.steps} />
      </div>
      <figcaption>{t('solvency.way.text')}</figcaption>
    </figure>
  )
}

function Levels({ steps }: { readonly steps: readonly SumStep[] }) {
  const { t, locale } = useTexts()
  const [leaf] = steps
  const highest = steps.at(-1)
  if (leaf === undefined || highest === undefined) return null
  const money = (units: bigint) => formatMoney(locale, formatUnits(units))
  const drawn = steps.slice(-drawnLevels).toReversed()
  const lowest = drawn.at(-1) ?? highest
  return (
    <>
      <Box label={t('solvency.way.total')} amount={money(highest.sum + highest.sibling)} kind="end" place="middle" />
      {drawn.map((step, level) => (
        <Level key={steps.length - level} step={step} from={parentOf(drawn[level - 1])} money={money} />
      ))}
      <p className={classNames(styles.more, lowest.isRight && styles.atRight)}>
        {t('solvency.way.more', { count: steps.length - drawn.length })}
      </p>
      <Box
        label={t('solvency.way.you')}
        amount={money(leaf.sum)}
        kind="end"
        place={lowest.isRight ? 'right' : 'left'}
      />
    </>
  )
}

/** Where the box above a level is, in hundredths of the width. */
function parentOf(above: SumStep | undefined): number {
  return above === undefined ? 50 : above.isRight ? 75 : 25
}

interface LevelProps {
  readonly step: SumStep
  readonly from: number
  readonly money: (units: bigint) => string
}

function Level({ step: { sum, sibling, isRight }, from, money }: LevelProps) {
  const { t } = useTexts()
  const [own, other] = isRight ? [75, 25] : [25, 75]
  const lineTo = (to: number) => `M${from} 0V10H${to}V20`
  const [ownPlace, otherPlace] = isRight ? (['right', 'left'] as const) : (['left', 'right'] as const)
  return (
    <>
      <svg className={styles.lines} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.added} d={lineTo(other)} />
        <path d={lineTo(own)} />
      </svg>
      <Box label={t('solvency.way.sum')} amount={money(sum)} kind="sum" place={ownPlace} />
      <Box label={t('solvency.way.others')} amount={money(sibling)} kind="added" place={otherPlace} />
    </>
  )
}

interface BoxProps {
  readonly label: string
  readonly amount: string
  readonly kind: 'end' | 'sum' | 'added'
  readonly place: 'left' | 'middle' | 'right'
}

function Box({ label, amount, kind, place }: BoxProps) {
  return (
    <p className={classNames(styles.box, styles[kind], styles[place])}>
      <span>{label}</span>
      <b>{amount}</b>
    </p>
  )
}
