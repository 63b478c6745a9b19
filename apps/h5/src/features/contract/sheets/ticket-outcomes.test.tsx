// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../../shared/testing/draw.tsx'
import { someTerms } from '../../../shared/testing/terms-fixture.ts'
import { initialContractForm, summariseContract } from '../contract-form-model.ts'
import { OutcomesView } from './ticket-outcomes.tsx'

async function drawn(isBeside: boolean) {
  const form = { ...initialContractForm, asset: 'USD' } as const
  const { odds } = summariseContract(form, { terms: [someTerms()], availableUnits: null })
  if (odds === null) throw new Error('these terms have no odds')
  return draw(<OutcomesView odds={odds} isBeside={isBeside} />)
}

it('names the three outcomes and the break-even beside a chart', async () => {
  const { text } = await drawn(true)
  expect(text()).toMatch(/If you’re right\s*\+84\.00.*Exactly equal\s*0\.00.*If you’re wrong\s*−101\.00/s)
  expect(text()).toContain('You need to win 54.6% to break even')
})

it('has the scale alone below a chart', async () => {
  const { text } = await drawn(false)
  expect(text()).toContain('You need to win 54.6% to break even')
  expect(text()).not.toContain('If you’re right')
})
