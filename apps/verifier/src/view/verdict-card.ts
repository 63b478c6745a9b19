import type { StepName, Verdict } from '@candor/proof/receipt'
import { findingOf } from '../check/check-receipt.ts'
import type { Finding } from '../check/check-receipt.ts'
import type { ReceiptInput } from '../check/read-input.ts'
import { rowsOf } from '../check/step-rows.ts'
import type { TextName, Texts } from '../texts/texts.ts'
import { element } from './element.ts'
import { verdictRing } from './ring.ts'
import { stepList } from './step-list.ts'

const titles: Readonly<Record<Finding, TextName>> = {
  genuine: 'genuine',
  soFar: 'soFar',
  foreign: 'foreign',
  damaged: 'damaged',
  future: 'future',
  witness: 'failed_witnesses',
  refused: 'refused',
}

/** Title and text of a verdict. */
export function verdictTexts(
  texts: Texts,
  verdict: Verdict<StepName>,
): { readonly title: string; readonly text: string } {
  const { t } = texts
  const finding = findingOf(verdict)
  const rows = rowsOf(verdict)
  const count = rows.length
  const title = t(titles[finding])
  if (finding === 'soFar') return { title, text: t('soFarSub') }
  if (finding === 'genuine') {
    const isWitnessed = rows.every(({ state }) => state === 'passed')
    return { title, text: t(isWitnessed ? 'genuineSub' : 'genuineSubNoWitness', { count }) }
  }
  const at = rows.findIndex(({ state }) => state === 'failed')
  const failed = rows[at]?.steps.find(({ state }) => state === 'failed')
  const sentence = failed === undefined ? '' : t(`failed_${failed.name}`)
  const text = t('failedSub', { at: at + 1, count, sentence })
  return { title, text: finding === 'foreign' ? `${text} ${t('foreignSub')}` : text }
}

/** The verdict with its rows. */
export function verdictCard(texts: Texts, receipt: ReceiptInput, verdict: Verdict<StepName>): HTMLElement {
  const finding = findingOf(verdict)
  const { title, text } = verdictTexts(texts, verdict)
  const ring = finding === 'genuine' ? 'passed' : finding === 'soFar' ? 'open' : 'failed'
  const problem =
    receipt.problem === null ? null : texts.t(receipt.problem.text, problemValues(texts, receipt, receipt.problem))
  return element(
    'section',
    { class: 'card', id: 'verdict', 'data-verdict': verdict.verdict, 'data-finding': finding },
    headOf(verdictRing(ring), `verdict ${ring}`, title, problem ?? text),
    stepList(texts, rowsOf(verdict), receipt.bytes.length),
  )
}

/** While a receipt is verified. */
export function checkingCard({ t }: Texts): HTMLElement {
  return element('section', { class: 'card' }, headOf(verdictRing('checking'), 'verdict', t('checking'), ''))
}

/** For a receipt that waits for keys. */
export function waitingCard({ t }: Texts, name: string): HTMLElement {
  return element(
    'section',
    { class: 'card', id: 'verdict', 'data-verdict': 'needs-keys' },
    headOf(verdictRing('open'), 'verdict', t('needKeys'), t('needKeysSub', { name })),
  )
}

function headOf(ring: Element, className: string, title: string, text: string): HTMLElement {
  const heading = element('h1', { tabindex: '-1' }, title)
  return element(
    'div',
    { class: className },
    ring,
    element('div', { class: 'grow' }, heading, element('p', { class: 'sub strong' }, text)),
  )
}

function problemValues({ t }: Texts, { name }: ReceiptInput, problem: NonNullable<ReceiptInput['problem']>) {
  return { name: name ?? t('pasted'), format: problem.text === 'problemNewer' ? problem.format.slice(0, 40) : '' }
}
