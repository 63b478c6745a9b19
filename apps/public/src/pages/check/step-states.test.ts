import { expect, it } from 'vitest'
import { decidedStep } from './step-states.ts'

it('judges no step after one that failed', () => {
  const states = (failed: string | null) =>
    (['signed', 'frames', 'averages', 'result'] as const).map((step) => decidedStep(step, failed))
  expect(states(null)).toEqual(['passed', 'passed', 'passed', 'passed'])
  expect(states('frames')).toEqual(['passed', 'failed', 'not-judged', 'not-judged'])
  expect(states('signed')).toEqual(['failed', 'not-judged', 'not-judged', 'not-judged'])
})
