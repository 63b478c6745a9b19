import { VisuallyHidden } from '@candor/ui'
import { TrayIcon } from '@candor/ui/icons/console'
import { distanceText, Holder, PromiseLabel, PromiseRing, useClaims, useNow } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { EmptyState, Panel, SkeletonRows } from '../../shared/page/index.ts'
import { promiseOf } from './next-model.ts'
import type { NextCase } from './next-model.ts'
import styles from './overview.module.css'
import { useNextCases } from './use-next-cases.ts'

const shownCases = 11

/** What is late and what is due next, of all queues together. Nothing for operators without a queue. */
export function NextCases() {
  const { cases, hasQueue } = useNextCases()
  if (!hasQueue) return null
  return (
    <Panel title={t('overview.next')} aside={t('overview.next.order')}>
      {cases === undefined ? <SkeletonRows /> : <Cases cases={cases} />}
    </Panel>
  )
}

function Cases({ cases }: { readonly cases: readonly NextCase[] }) {
  const nowMs = useNow()
  const claims = useClaims()
  if (cases.length === 0) return <EmptyState icon={TrayIcon} texts={['overview.next.none', 'overview.next.noneText']} />
  return (
    <>
      <ul className={styles.lines}>
        {cases.slice(0, shownCases).map((one) => (
          <li key={`${one.screen} ${one.id}`} className={styles.case}>
            <Ring one={one} nowMs={nowMs} />
            <span className={styles.words}>
              <a href={hrefOf(one.screen, one.id)}>{one.title}</a>
              <span className={styles.small}>{one.detail}</span>
            </span>
            <span className={styles.holder}>
              {one.subject === null ? (
                one.holder
              ) : (
                <Holder subject={one.subject} title={one.title} claim={claims.get(one.subject)} />
              )}
            </span>
            <Left one={one} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      {cases.length > shownCases ? (
        <p className={styles.more}>{t('overview.next.more', { count: cases.length - shownCases })}</p>
      ) : null}
    </>
  )
}

interface CaseProps {
  readonly one: NextCase
  readonly nowMs: number
}

function Ring({ one, nowMs }: CaseProps) {
  const promise = promiseOf(one)
  return (
    <span className={styles.ring}>{promise === null ? null : <PromiseRing promise={promise} nowMs={nowMs} />}</span>
  )
}

function Left({ one, nowMs }: CaseProps) {
  const promise = promiseOf(one)
  const time = distanceText(nowMs - one.waitsSinceMs)
  return (
    <span className={styles.left}>
      {promise === null ? (
        <span className={styles.small}>
          <span aria-hidden="true">{t('overview.next.since', { time })}</span>
          <VisuallyHidden>{t('overview.next.sinceSpoken', { time })}</VisuallyHidden>
        </span>
      ) : (
        <PromiseLabel promise={promise} nowMs={nowMs} />
      )}
    </span>
  )
}
