// @vitest-environment happy-dom
import type { TermView } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { expect, it } from 'vitest'
import { useTexts } from '../../shared/i18n/index.ts'
import { RecordTimeline } from '../../shared/page/records/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { aTerm, termStartMs } from '../../shared/testing/interest-fixture.ts'
import { termSteps } from './interest-labels.ts'

const earning = aTerm()
const ended = { state: 'expired', endedMs: termStartMs + 30 * dayMs, paid: '6' } as const

function Steps({ term, nowMs }: { readonly term: TermView; readonly nowMs: number }) {
  return <RecordTimeline label="Steps" steps={termSteps(useTexts(), term, nowMs)} />
}

it.each([
  ['earns', earning, ['Invested (done)', 'Earns interest (now)', 'Paid back (still to come)'], 1],
  ['is due', earning, ['Invested (done)', 'Earns interest (done)', 'Paid back (now)'], 31],
  ['was paid back', { ...earning, ...ended }, ['Invested (done)', 'Earns interest (done)', 'Paid back (done)'], 31],
  [
    'was taken out early',
    { ...earning, ...ended, isRedeemed: true, paid: '0' },
    ['Invested (done)', 'Earns interest (ended)', 'Taken out (done)'],
    2,
  ],
] as const)('shows the steps of an order that %s', async (_, term, titles, days) => {
  const { all } = await draw(<Steps term={term} nowMs={termStartMs + days * dayMs} />)
  const shown = all('li').map((step) => step.textContent)
  expect(shown.map((text, place) => text?.startsWith(titles[place] ?? ''))).toEqual([true, true, true])
})
