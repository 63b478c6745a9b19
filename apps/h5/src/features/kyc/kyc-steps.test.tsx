// @vitest-environment happy-dom
import type { KycSubmissionView } from '@candor/api'
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { KycSteps } from './kyc-steps.tsx'

const sentMs = new Date(2026, 2, 1, 12).getTime()
const hourMs = 3_600_000

const submission: KycSubmissionView = {
  id: '7',
  state: 'under-review',
  country: 'DE',
  documentType: 'passport',
  name: 'Ada Field',
  numberHint: 'C0…4',
  number: null,
  birthDate: null,
  sentMs,
  promisedMs: sentMs + 2 * hourMs,
  firstCheckedMs: null,
  decidedMs: null,
  isAppeal: false,
  resubmit: null,
  reasons: [],
  mayAppeal: false,
  photosUntilMs: null,
  photosDestroyedMs: null,
}

it.each([
  [
    'begins with the first check, half-way to the promise',
    {},
    ['First check (now)by 13:00', 'Second check (still to come)by 14:00'],
  ],
  [
    'goes on with the second check after the first one',
    { firstCheckedMs: sentMs + hourMs / 2 },
    ['First check (done)12:30', 'Second check (now)by 14:00'],
  ],
  ['has one step after an appeal', { isAppeal: true }, ['Second review (now)by 14:00']],
])('%s', async (_, changed, further) => {
  const { all } = await draw(<KycSteps submission={{ ...submission, ...changed }} />)
  const [sent, readable, ...steps] = all('li').map((step) => step.textContent)
  expect([sent, readable]).toEqual(['Sent (done)12:00', 'Photos are readable (done)12:00'])
  expect(steps.map((text, place) => text?.slice(0, further[place]?.length))).toEqual(further)
  expect(steps).toHaveLength(further.length)
  expect(all('[aria-current=step]')).toHaveLength(1)
})
