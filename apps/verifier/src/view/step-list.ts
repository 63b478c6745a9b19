import type { Step, StepName } from '@candor/proof/receipt'
import { formatReceiptTime } from '@candor/ui/format'
import { titleStep } from '../check/step-rows.ts'
import type { RowName, StepRow } from '../check/step-rows.ts'
import type { Texts } from '../texts/texts.ts'
import { element } from './element.ts'
import { icon } from './icon.ts'

/** The rows of a verdict. Each opens; a failed one is open. */
export function stepList(texts: Texts, rows: readonly StepRow[], byteCount: number): HTMLElement {
  return element('ol', { class: 'steps' }, ...rows.map((row) => stepRow(texts, row, byteCount)))
}

function stepRow(texts: Texts, row: StepRow, byteCount: number): HTMLElement {
  const details = element(
    'details',
    { open: row.state === 'failed' },
    element(
      'summary',
      {},
      stateMark(row.state),
      element('span', { class: 'hidden' }, `${stateText(texts, row.state)}: `),
      element(
        'span',
        { class: 'grow' },
        element('span', { class: 'medium block' }, titleOf(texts, row)),
        element(
          'span',
          { class: row.state === 'failed' ? 'tiny attention' : 'tiny' },
          supportOf(texts, row, byteCount),
        ),
      ),
      icon('caret', 'caret'),
    ),
    element('div', { class: 'panel' }, ...row.steps.map((step) => stepPanel(texts, step))),
  )
  return element('li', { class: `step ${row.state}`, 'data-row': row.name }, details)
}

function stateMark(state: StepRow['state']): Element {
  if (state === 'passed') return icon('check', 'icon evidence')
  if (state === 'failed') return icon('cross', 'icon attention')
  return element('span', { class: state === 'absent' ? 'circle' : 'circle dashed', 'aria-hidden': 'true' })
}

function stateText({ t }: Texts, state: StepRow['state']): string {
  const names = {
    passed: 'statePassed',
    failed: 'stateFailed',
    'not-judged': 'stateSkipped',
    absent: 'stateAbsent',
  } as const
  return t(names[state])
}

function titleOf({ t }: Texts, { name, state, steps }: StepRow): string {
  if (state === 'failed') {
    const failed = steps.find((step) => step.state === 'failed')
    if (failed !== undefined) return t(`failed_${failed.name}`)
  }
  if (state === 'absent') return t(name === 'rowWitnesses' ? 'noWitness' : 'notShown')
  return state === 'not-judged' ? notJudged(t, rowTitle(t, name)) : rowTitle(t, name)
}

/** A sentence about the world is not said without saying that nothing has shown it. */
function notJudged(t: Texts['t'], sentence: string): string {
  return `${sentence}: ${t('stateSkipped')}`
}

/** What a row says when it has passed. */
export function rowTitle(t: Texts['t'], name: RowName): string {
  const step = titleStep(name)
  return t(step === null ? 'rowFrames' : `step_${step}`)
}

/** One line below the title: numbers where there are some. */
function supportOf({ t, locale }: Texts, { name, state, steps }: StepRow, byteCount: number): string {
  const evidence = Object.assign({}, ...steps.map((step) => step.evidence)) as Record<string, string | undefined>
  const count = (text: string | undefined) => new Intl.NumberFormat(locale).format(BigInt(text ?? '0'))
  const { promiseMs } = evidence
  if (state === 'failed') return t('stateFailed')
  if (state === 'absent') return t(name === 'rowWitnesses' ? 'noWitnessSub' : 'notShownSub')
  if (state === 'not-judged')
    return promiseMs === undefined
      ? t('skippedSub')
      : t('laterSub', { time: `${formatReceiptTime(Number(promiseMs))} UTC` })
  if (name === 'rowFormat') return t('subBytes', { count: count(String(byteCount)) })
  if (name === 'rowPlaced' || name === 'rowMovement') return t('subLeaf', { leaf: count(evidence['leaf']) })
  if (name === 'rowFrames') {
    const frames = (evidence['slots'] ?? '').split(' ').filter((slot) => slot !== '').length
    return t('subFrames', { frames: count(String(frames)), missing: count(evidence['missing']) })
  }
  if (name === 'rowWitnesses') return Object.values(evidence).find((names) => names !== undefined) ?? ''
  return t(`${name}Sub`)
}

/** One step with what it found. The names of values are those of the documentation, in every language. */
function stepPanel({ t }: Texts, { name, state, evidence }: Step<StepName>): HTMLElement {
  const passed = state === 'not-judged' ? notJudged(t, t(`step_${name}`)) : t(`step_${name}`)
  const title = state === 'failed' ? t(`failed_${name}`) : passed
  const { stated, expected, message, code, ...found } = evidence
  const panel = element(
    'div',
    { class: 'found', 'data-step': name, 'data-state': state },
    element('p', { class: 'medium' }, title),
  )
  if (stated !== undefined && expected !== undefined) panel.append(difference(t, stated, expected))
  if (message !== undefined)
    panel.append(
      element('p', { class: 'tiny' }, t('message')),
      element('p', { class: 'mono', lang: 'en' }, `${message} (${code ?? name})`),
    )
  const values = Object.entries(found).filter(([, value]) => value !== '')
  if (values.length > 0 && state !== 'not-judged')
    panel.append(
      element(
        'dl',
        { class: 'values mono', lang: 'en' },
        ...values.map(([key, value]) => element('div', {}, element('dt', {}, key), element('dd', {}, value))),
      ),
    )
  return panel
}

/** What the receipt says, beside what log and rule say. */
function difference(t: Texts['t'], stated: string, expected: string): HTMLElement {
  return element(
    'dl',
    { class: 'difference' },
    element('div', {}, element('dt', {}, t('inReceipt')), element('dd', { class: 'mono attention' }, stated)),
    element('div', {}, element('dt', {}, t('byRule')), element('dd', { class: 'mono' }, expected)),
  )
}
