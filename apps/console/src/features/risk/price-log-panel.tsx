import { operatorPriceLog } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, t } from '../../shared/i18n/index.ts'
import { Loaded } from '../../shared/page/index.ts'
import styles from './history.module.css'
import shared from './risk.module.css'

type PriceLog = OutputOf<typeof operatorPriceLog>

const refetchInterval = 5_000

/** The state of the price log: when it was last signed, what is missing, and who else has signed. */
export function PriceLogPanel() {
  const log = useQuery({ ...queryFor(operatorPriceLog, {}), refetchInterval })
  return (
    <section className={shared.panel}>
      <Loaded query={log}>{(read) => <LogState log={read} />}</Loaded>
    </section>
  )
}

const age = (ms: number) => t('risk.log.seconds', { count: (Math.max(0, ms) / 1_000).toFixed(1) })

function LogState({ log }: { readonly log: PriceLog }) {
  const { trees, lagMs, alarmMs, missing, witnesses } = log
  const isLate = lagMs !== null && lagMs > alarmMs
  return (
    <>
      <div className={styles.head}>
        <h2>{t('risk.log')}</h2>
        <Tag tone={isLate ? 'attention' : 'quiet'}>
          {t(lagMs === null ? 'risk.log.none' : isLate ? 'risk.log.late' : 'risk.log.signing')}
        </Tag>
      </div>
      <dl className={shared.lines}>
        <Line name={t('risk.log.signed')} value={signedText(log)} />
        <Line name={t('risk.log.lag')} value={lagMs === null ? '–' : age(lagMs)} isUrgent={isLate} />
        {trees.map(({ log: name, shard, leaves }) => (
          <Line key={name} name={t(`risk.log.leaves.${name}`, { shard })} value={formatCount(locale, leaves)} />
        ))}
        <Line
          name={t('risk.log.missing')}
          value={t('risk.log.missing.of', {
            count: formatCount(locale, missing.slots),
            all: formatCount(locale, missing.of),
          })}
        />
        <Line
          name={t('risk.log.witnesses')}
          value={witnessText(log)}
          isUrgent={witnesses.fresh < witnesses.independent || witnesses.independent === 0}
        />
      </dl>
      <p className={shared.note}>{t('risk.log.note', { seconds: alarmMs / 1_000 })}</p>
    </>
  )
}

function Line({ name, value, isUrgent = false }: { name: string; value: string; isUrgent?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isUrgent ? shared.warn : undefined}>{value}</dd>
    </div>
  )
}

function signedText({ atMs, trees, slowestTodayMs }: PriceLog): string {
  const signedMs = trees.find(({ log }) => log === 'ticks')?.signedMs ?? null
  if (signedMs === null) return t('risk.log.never')
  const ago = t('risk.log.ago', { time: age(atMs - signedMs) })
  return slowestTodayMs === null ? ago : t('risk.log.slowest', { ago, time: age(slowestTodayMs) })
}

function witnessText({ atMs, witnesses: { independent, fresh, cosignedMs } }: PriceLog): string {
  if (independent === 0) return t('risk.log.witnesses.none')
  const count = t('risk.log.witnesses.of', { count: fresh, all: independent })
  return cosignedMs === null ? count : t('risk.log.slowest.witness', { count, ago: age(atMs - cosignedMs) })
}
