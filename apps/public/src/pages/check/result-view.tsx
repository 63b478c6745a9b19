import type { ReactNode } from 'react'
import { Tag } from '@candor/ui'
import { useMode } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Legend, Verdict } from '../../shared/parts/index.ts'
import { utcDay, utcSeconds } from './check-labels.ts'
import { startOf } from './check-run.ts'
import type { ContractOutcome, Outcome, PriceOutcome } from './check-run.ts'
import { ContractSteps, PriceSteps } from './check-steps.tsx'
import { FramesCard, FramesHead, SlotRow } from './frames-card.tsx'
import { MismatchCard, ToDoCard } from './mismatch.tsx'
import { Magnifier, OverviewChart } from './overview-chart.tsx'
import picture from './picture.module.css'
import { differs, isRefuted, mismatchOf } from './receipt-match.ts'
import type { Match } from './receipt-match.ts'
import { ShareCard } from './share-card.tsx'
import styles from './check.module.css'

/** A checked contract: verdict, picture, steps, frames. The phone has them below one another, in this order. */
export function ContractResult({ outcome }: { readonly outcome: ContractOutcome }) {
  const { subject, found, receipt } = outcome
  const match = receipt === null || found.prices === null ? null : mismatchOf(receipt.value, found.prices)
  const chart = <PictureCard outcome={outcome} />
  const frames = found.windows === null ? null : <FramesCard subject={subject} windows={found.windows} />
  if (found.failed !== null || (receipt !== null && isRefuted(match, receipt.verdict)))
    return (
      <FailedResult outcome={outcome} match={match} verdict={<FailedVerdict outcome={outcome} match={match} />}>
        {chart}
        {frames}
      </FailedResult>
    )
  return (
    <PassedResult outcome={outcome} verdict={<PassedVerdict outcome={outcome} />} chart={chart}>
      {frames}
    </PassedResult>
  )
}

interface PassedResultProps {
  readonly outcome: Outcome
  readonly verdict: ReactNode
  readonly chart?: ReactNode
  /** The frames. */
  readonly children: ReactNode
}

/** A check that passed: picture and frames, and beside them the verdict with its steps. */
function PassedResult({ outcome, verdict, chart, children }: PassedResultProps) {
  return (
    <div className={styles.mixed}>
      <div className={styles.column}>
        {chart === undefined ? null : <div className={styles.second}>{chart}</div>}
        <div className={styles.fourth}>{children}</div>
      </div>
      <div className={styles.column}>
        <VerdictAndSteps outcome={outcome} verdict={verdict} />
        <div className={styles.fifth}>
          <Further outcome={outcome} />
        </div>
      </div>
    </div>
  )
}

function VerdictAndSteps({ outcome, verdict }: Pick<PassedResultProps, 'outcome' | 'verdict'>) {
  return (
    <>
      <div className={styles.first}>
        <Card isFlush>{verdict}</Card>
      </div>
      <div className={styles.third}>
        <Card isFlush>
          {outcome.kind === 'contract' ? <ContractSteps outcome={outcome} /> : <PriceSteps outcome={outcome} />}
        </Card>
      </div>
    </>
  )
}

function Further({ outcome }: Pick<PassedResultProps, 'outcome'>) {
  return (
    <>
      <ShareCard outcome={outcome} />
      <ProvesCard />
    </>
  )
}

interface FailedResultProps {
  readonly outcome: Outcome
  readonly match: Match | null
  readonly verdict: ReactNode
  /** What was proven nevertheless. */
  readonly children?: ReactNode
}

/** A failed check: the verdict with its steps, and beside them what differs and what to do. */
function FailedResult({ outcome, match, verdict, children }: FailedResultProps) {
  const receipt = outcome.kind === 'contract' ? outcome.receipt : null
  return (
    <div className={styles.mixed}>
      <div className={styles.column}>
        <VerdictAndSteps outcome={outcome} verdict={verdict} />
        <div className={styles.fifth}>{children}</div>
      </div>
      <div className={styles.column}>
        {match !== null && receipt !== null && differs(match) ? (
          <div className={styles.second}>
            <MismatchCard receipt={receipt.value} match={match} subject={outcome.subject} />
          </div>
        ) : null}
        <div className={styles.fourth}>
          <ToDoCard outcome={outcome} match={match} />
        </div>
        <div className={styles.sixth}>
          <Further outcome={outcome} />
        </div>
      </div>
    </div>
  )
}

function PassedVerdict({ outcome: { found, subject } }: { readonly outcome: ContractOutcome }) {
  const { t } = useTexts()
  const at = t('check.verdict.at', { time: utcSeconds(subject.checkedMs) })
  const { up, reason } = { up: found.result?.up.result ?? 'void', reason: found.result?.up.reason ?? null }
  const outcome = t(reason === null ? `check.verdict.up.${up}` : `check.void.${reason}`)
  return <Verdict state="passed" title={t('check.verdict.passed')} text={`${outcome} ${at}`} />
}

/** The log fails before a receipt does. A receipt with the log's figures has proofs that do not hold. */
function FailedVerdict({
  outcome: { found, subject },
  match,
}: {
  readonly outcome: ContractOutcome
  readonly match: Match | null
}) {
  const { t } = useTexts()
  const at = t('check.verdict.at', { time: utcSeconds(subject.checkedMs) })
  if (found.failed !== null) return <Verdict state="failed" title={t('check.verdict.broken')} text={at} />
  const isOther = match !== null && differs(match)
  return <Verdict state="failed" title={t(isOther ? 'check.verdict.wrong' : 'check.step.receipt.wrong')} text={at} />
}

function PictureCard({ outcome }: { readonly outcome: ContractOutcome }) {
  const { t, locale } = useTexts()
  const isSandbox = useMode() === 'sandbox'
  const { subject, found, overview, request } = outcome
  if (found.windows === null) return null
  const { entrySlot, exitSlot } = request.timing
  const chart = { subject, frames: overview, windows: found.windows }
  return (
    <Card>
      <div className={styles.subject}>
        <div>
          <b>
            {subject.title} · {t('check.seconds', { count: (exitSlot - entrySlot) / 2 })}
          </b>
          <span className={styles.caption}>
            {utcDay(locale, startOf(subject, entrySlot))}, {utcSeconds(startOf(subject, entrySlot))} UTC
          </span>
        </div>
        {isSandbox ? <Tag tone="sandbox">{t('check.playMoney')}</Tag> : null}
      </div>
      <div className={picture.narrow}>
        <OverviewChart {...chart} width={326} height={146} />
      </div>
      <div className={picture.wide}>
        <OverviewChart {...chart} width={664} height={170} />
      </div>
      <div className={picture.magnifiers}>
        <Magnifier window={found.windows.entry} subject={subject} name={t('check.entry')} />
        <Magnifier window={found.windows.exit} subject={subject} name={t('check.exit')} />
      </div>
      <Legend
        className={picture.key}
        marks={[
          [undefined, t('check.key.inside')],
          [picture.hollow, t('check.key.neighbour')],
          [picture.dashed, t('check.key.average')],
        ]}
      />
    </Card>
  )
}

/** A checked price of one slot, with the frames before and after it. */
export function PriceResult({ outcome }: { readonly outcome: PriceOutcome }) {
  const { t } = useTexts()
  const { found, subject, request } = outcome
  const at = t('check.verdict.at', { time: utcSeconds(subject.checkedMs) })
  if (found.failed !== null) {
    const verdict = <Verdict state="failed" title={t('check.verdict.broken')} text={at} />
    return <FailedResult outcome={outcome} match={null} verdict={verdict} />
  }
  return (
    <PassedResult outcome={outcome} verdict={<Verdict state="passed" title={t('check.verdict.price')} text={at} />}>
      <Card title={t('check.frames.title')}>
        <table className={styles.frames}>
          <FramesHead />
          <tbody>
            {found.slots.map((row) => (
              <SlotRow key={row.slot} row={row} subject={subject} isInside={row.slot === request.slot} />
            ))}
          </tbody>
        </table>
        <p className={styles.caption}>{t('check.frames.sources')}</p>
      </Card>
    </PassedResult>
  )
}

function ProvesCard() {
  const { t } = useTexts()
  return (
    <Card title={t('check.proves.title')}>
      <p className={styles.caption}>{t('check.proves.yes')}</p>
      <p className={styles.caption}>{t('check.proves.no')}</p>
    </Card>
  )
}
