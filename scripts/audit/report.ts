import { checkTitles } from './findings.ts'
import type { CheckOutcome } from './findings.ts'

/** What an audit ends with. */
export interface AuditReport {
  readonly source: string
  readonly atMs: number
  /** Each shard with its origin and signed size. */
  readonly shards: readonly string[]
  /** The keys that signed them, each with why it is trusted. */
  readonly keys: readonly string[]
  /** What was found out of prices that were missing or stale. */
  readonly notes: readonly string[]
  /** The windows of a customer's receipts, a line each; none where no receipts were given. */
  readonly windows?: readonly string[]
  readonly outcomes: readonly CheckOutcome[]
  /** Why the audit ended before its end; null where it did not. */
  readonly endedEarly: string | null
}

/** 0 where everything that was checked holds, 1 where something does not, 2 where the audit has no verdict. */
export function exitCodeOf({ outcomes, endedEarly }: AuditReport): 0 | 1 | 2 {
  if (outcomes.some(({ failureCount }) => failureCount > 0)) return 1
  return endedEarly === null ? 0 : 2
}

/** What no auditor of a public log can see. */
const limits = [
  'The public log shows batches, not orders: settlements are recomputed from receipts (--receipts) only.',
  'The links of the hash chain cover entries that are not public: their order is checked, not their contents.',
  'Sums of a snapshot of liabilities are proven to each customer by their own leaf, not here.',
]

const verdicts = {
  0: 'HOLDS: everything that was checked',
  1: 'DOES NOT HOLD: see the failures above',
  2: 'NO VERDICT: the audit could not be carried out to its end',
} as const

/** The report as one page of text. */
export function reportText(report: AuditReport): string {
  const failed = report.outcomes.filter(({ failureCount }) => failureCount > 0)
  const held = report.outcomes.filter(({ failureCount, heldCount }) => failureCount === 0 && heldCount > 0)
  return [
    `Audit of ${report.source}, ${new Date(report.atMs).toISOString()}`,
    ...report.shards.map((shard) => `  ${shard}`),
    ...section('Keys that signed', report.keys),
    ...section(
      'What holds',
      held.map(({ name, heldCount }) => `${checkTitles[name]} (${grouped(heldCount)})`),
    ),
    ...section('What does not hold', failed.flatMap(failureLines)),
    ...section('What could not be checked', [...report.outcomes.flatMap(({ unchecked }) => unchecked), ...limits]),
    ...section('Prices', report.notes),
    ...section('Windows of receipts', report.windows ?? []),
    ...(report.endedEarly === null ? [] : ['', `The audit ended early: ${report.endedEarly}`]),
    '',
    verdicts[exitCodeOf(report)],
  ].join('\n')
}

/** The same page in HTML, without scripts. */
export function reportHtml(report: AuditReport): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(verdicts[exitCodeOf(report)])}</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}</style>
</head><body><main><h1>${escapeHtml(verdicts[exitCodeOf(report)])}</h1>
<pre>${escapeHtml(reportText(report))}</pre></main></body></html>
`
}

function failureLines({ name, failureCount, failures }: CheckOutcome): string[] {
  const more = failureCount - failures.length
  return [
    `${checkTitles[name]}: ${grouped(failureCount)} failures`,
    ...failures.map((failure) => `  ${failure}`),
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
