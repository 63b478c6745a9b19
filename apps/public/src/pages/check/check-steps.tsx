import { decidedStep } from './step-states.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { StepList } from '../../shared/parts/index.ts'
import type { Step } from '../../shared/parts/index.ts'
import { priceText, resultKey, slotText } from './check-labels.ts'
import type { CheckSubject, ContractOutcome, PriceOutcome } from './check-run.ts'
import { stepNames } from './contract-check.ts'
import type { CheckStepName, ProvenWindow } from './contract-check.ts'
import { Evidence } from './evidence.tsx'
import type { EvidenceRow } from './evidence.tsx'
import { mismatchOf } from './receipt-match.ts'
import type { Match } from './receipt-match.ts'
import type { SignedShard } from './ticks-log.ts'

type PriceTexts = Pick<Texts, 't' | 'locale'>

/** The steps of a check of a contract, with those of its receipt after them. */
export function ContractSteps({ outcome }: { readonly outcome: ContractOutcome }) {
  const texts = useTexts()
  return (
    <StepList
      steps={[...stepNames.map((name) => contractStep(texts, outcome, name)), ...receiptStep(texts, outcome)]}
    />
  )
}

/** The steps of a check of one price. */
export function PriceSteps({ outcome }: { readonly outcome: PriceOutcome }) {
  const texts = useTexts()
  const { found } = outcome
  const frames: Step = {
    name: 'frames',
    state: decidedStep('frames', found.failed?.step ?? null),
    title: texts.t('check.step.frames'),
    note:
      found.failed?.step === 'frames' ? found.failed.message : texts.t('check.step.frames.one', { count: found.joins }),
  }
  return (
    <StepList
      steps={[
        found.signed === null ? { ...frames, note: undefined } : frames,
        signedStep(texts, found.signed, found.failed),
        witnessStep(texts, found.signed),
      ]}
    />
  )
}

function contractStep(texts: Texts, outcome: ContractOutcome, name: CheckStepName): Step {
  const { found, subject } = outcome
  const { t, locale } = texts
  if (name === 'signed') return signedStep(texts, found.signed, found.failed)
  if (name === 'witnesses') return witnessStep(texts, found.signed)
  const state = decidedStep(name, found.failed?.step ?? null)
  const step: Step = { name, state, title: t(`check.step.${name}`) }
  if (state === 'failed')
    return { ...step, note: t('check.step.broken'), detail: <p lang="en">{found.failed?.message}</p> }
  if (state !== 'passed' || found.windows === null) return step
  const { entry, exit } = found.windows
  switch (name) {
    case 'frames':
      return {
        ...step,
        note: t('check.step.frames.note', { count: Math.max(...found.joins) }),
        detail: <Leaves windows={[entry, exit]} joins={found.joins} />,
      }
    case 'averages':
      return averagesStep(texts, outcome, step)
    case 'result':
      return { ...step, note: resultNote(texts, outcome, locale, subject), ...wrongResult(texts, outcome) }
  }
}

function Leaves({ windows, joins }: { readonly windows: readonly ProvenWindow[]; readonly joins: readonly number[] }) {
  const { t, locale } = useTexts()
  const leaves = windows.flatMap(({ before, end }) => [before, end])
  return (
    <>
      <p>{t('check.step.frames.about')}</p>
      <Evidence
        rows={leaves.map(({ slot, leaf }, index) => [
          `#${slotText(locale, slot)}`,
          t('check.step.frames.leaf', { leaf: slotText(locale, leaf), count: joins[index] ?? 0 }),
        ])}
      />
    </>
  )
}

function quotient({ totals }: ProvenWindow, locale: string, decimals: number): string {
  return `${priceText(locale, totals.priceSum, decimals)} ÷ ${totals.openCount}`
}

/** A receipt's false price is the finding of this step. */
function averagesStep({ t, locale }: Texts, { found, subject, receipt }: ContractOutcome, step: Step): Step {
  if (found.windows === null) return step
  const { entry, exit } = found.windows
  const wrong = receipt === null || found.prices === null ? null : mismatchOf(receipt.value, found.prices)
  const differences = { entry: differenceOf(wrong, 'entry'), exit: differenceOf(wrong, 'exit') }
  const wrongOnes = [differences.entry, differences.exit].flatMap((each) => each ?? [])
  const price = (value: bigint | null) => priceOrNone({ t, locale }, value, subject)
  const rows = [
    ...averageRows({ t, locale }, entry, subject),
    ...differenceRows({ t, locale }, differences.entry, subject),
    ...averageRows({ t, locale }, exit, subject),
    ...differenceRows({ t, locale }, differences.exit, subject),
  ]
  const passedNote = t('check.step.averages.note', {
    entry: quotient(entry, locale, subject.decimals),
    exit: quotient(exit, locale, subject.decimals),
  })
  const wrongNotes = wrongOnes.map(({ stated, byLog }) =>
    t('check.step.differs', { receipt: price(stated), log: price(byLog) }),
  )
  return {
    ...step,
    ...(wrongOnes.length === 0 ? {} : { state: 'failed' as const, title: t('check.step.averages.wrong') }),
    note: wrongOnes.length === 0 ? passedNote : wrongNotes.join(' · '),
    detail: (
      <>
        <p>{t('check.step.averages.about', { name: subject.title })}</p>
        <Evidence rows={rows} />
      </>
    ),
  }
}

interface PriceDifference {
  readonly stated: bigint | null
  readonly byLog: bigint | null
}

/** Null where the receipt has the log's price, or where no receipt is compared. */
function differenceOf(match: Match | null, window: 'entry' | 'exit'): PriceDifference | null {
  if (match === null || match.stated[window] === match.byLog[window]) return null
  return { stated: match.stated[window], byLog: match.byLog[window] }
}

/** What the receipt has in the place of an average, and by how much it differs where both are prices. */
function differenceRows(texts: PriceTexts, difference: PriceDifference | null, subject: CheckSubject): EvidenceRow[] {
  if (difference === null) return []
  const { stated, byLog } = difference
  const by = stated === null || byLog === null ? null : stated > byLog ? stated - byLog : byLog - stated
  const said: EvidenceRow = [texts.t('check.receipt'), priceOrNone(texts, stated, subject), true]
  return by === null ? [said] : [said, [texts.t('check.difference'), priceOrNone(texts, by, subject), true]]
}

/** A settled price, which has one decimal more than the market's. */
function priceOrNone({ t, locale }: PriceTexts, value: bigint | null, { decimals }: CheckSubject): string {
  return value === null ? t('check.price.none') : priceText(locale, value, decimals + 1)
}

function averageRows(
  { t, locale }: PriceTexts,
  { before, end, totals }: ProvenWindow,
  subject: CheckSubject,
): EvidenceRow[] {
  const sum = (value: bigint) => priceText(locale, value, subject.decimals)
  return [
    [t('check.total.after', { slot: slotText(locale, end.slot) }), sum(end.record?.priceSum ?? 0n)],
    [t('check.total.before', { slot: slotText(locale, before.slot) }), sum(before.record?.priceSum ?? 0n)],
    [t('check.total.count', { count: totals.openCount }), priceOrNone({ t, locale }, totals.average, subject)],
  ]
}

function wrongResult({ t }: Texts, { found, receipt }: ContractOutcome): Partial<Step> {
  if (receipt === null || found.prices === null) return {}
  const { result, stated, byLog } = mismatchOf(receipt.value, found.prices)
  if (!result) return {}
  const names = { receipt: t(resultKey(stated.result)), log: t(resultKey(byLog.result)) }
  return { state: 'failed', title: t('check.step.result.wrong'), note: t('check.step.differs', names) }
}

function resultNote({ t }: Texts, { found }: ContractOutcome, locale: string, { decimals }: CheckSubject): string {
  const { prices, result } = found
  if (prices === null || result === null) return ''
  if (result.up.reason !== null) return t(`check.void.${result.up.reason}`)
  const difference = (prices.exit ?? 0n) - (prices.entry ?? 0n)
  if (difference === 0n) return t('check.result.tie')
  const amount = priceText(locale, difference < 0n ? -difference : difference, decimals + 1)
  return t(difference > 0n ? 'check.result.above' : 'check.result.below', { amount })
}

function signedStep(
  { t, locale }: Texts,
  signed: readonly SignedShard[] | null,
  failed: { readonly step: string; readonly message: string } | null,
): Step {
  const step = { name: 'signed', title: t('check.step.signed') }
  if (failed?.step === 'signed')
    return { ...step, state: 'failed', note: t('check.step.broken'), detail: <p lang="en">{failed.message}</p> }
  const newest = signed?.at(-1)
  if (newest === undefined) return { ...step, state: 'not-judged' }
  return {
    ...step,
    state: 'passed',
    note: t('check.step.signed.note', { size: slotText(locale, newest.checkpoint.size) }),
    detail: <pre>{newest.note}</pre>,
  }
}

/** Only cosignatures that this browser has verified count, and only of the policy's witnesses. */
function witnessStep({ t }: Texts, signed: readonly SignedShard[] | null): Step {
  const step = { name: 'witnesses', title: t('check.step.witnesses') }
  if (signed === null) return { ...step, state: 'not-judged' }
  const counts = signed.map(({ cosigned }) => cosigned.length)
  const least = counts.length === 0 ? 0 : Math.min(...counts)
  if (least === 0)
    return { ...step, state: 'absent', title: t('check.step.witnesses.none'), note: t('check.step.witnesses.absent') }
  const names = signed.flatMap(({ cosigned }) => cosigned.map(({ witness }) => witness.name))
  return { ...step, state: 'passed', note: [...new Set(names)].join(', ') }
}

/** What the receipt proves by itself: signatures, batches and its own arithmetic. */
function receiptStep({ t }: Texts, { receipt }: ContractOutcome): Step[] {
  if (receipt === null) return []
  const failed = receipt.verdict.steps.find(({ state }) => state === 'failed')
  return [
    {
      name: 'receipt',
      state: failed === undefined ? 'passed' : 'failed',
      title: t(failed === undefined ? 'check.step.receipt' : 'check.step.receipt.wrong'),
      note:
        failed === undefined
          ? t('check.step.receipt.note', { count: receipt.verdict.steps.length })
          : t('check.step.broken'),
      ...(failed === undefined ? {} : { detail: <p lang="en">{failed.evidence['message']}</p> }),
    },
  ]
}
