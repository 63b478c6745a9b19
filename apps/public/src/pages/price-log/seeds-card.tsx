import { dayMs } from '@candor/formulas'
import { formatUtcDate } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, StepList } from '../../shared/parts/index.ts'
import type { StepState } from '../../shared/parts/index.ts'
import { checkSeeds } from './seeds-check.ts'
import type { CheckedSeed } from './seeds-check.ts'
import styles from './price-log.module.css'

const refetchInterval = 60_000

const states: Readonly<Record<CheckedSeed['state'], StepState>> = {
  committed: 'passed',
  revealed: 'passed',
  waiting: 'not-judged',
  wrong: 'failed',
}

/** The seeds of simulated days, looked up in the log of events; no card where no prices are simulated. */
export function SeedsCard() {
  const { t, locale } = useTexts()
  const { data: seeds } = useQuery({ queryKey: ['seeds'], queryFn: checkSeeds, refetchInterval })
  if (seeds === undefined || seeds.length === 0) return null
  const steps = seeds.map(({ day, commitment, state }) => ({
    name: String(day),
    state: states[state],
    title: formatUtcDate(locale, day * dayMs),
    note:
      state === 'committed'
        ? t('price-log.seeds.committed', { hash: shortHash(commitment) })
        : t(`price-log.seeds.${state}`),
  }))
  return (
    <Card title={t('price-log.seeds')} isFlush>
      <p className={styles.lead}>{t('price-log.seeds.text')}</p>
      <StepList steps={steps} />
    </Card>
  )
}

/** "a936e2e3 … 5766d32b". */
function shortHash(hex: string): string {
  return `${hex.slice(0, 8)} … ${hex.slice(-8)}`
}
