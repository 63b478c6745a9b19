import { expect, it } from 'vitest'
import { advertFormOf, advertTermsError } from './advert-model.ts'

it('asks for another band as a whole number, and for a reason', () => {
  const current = { version: 1, bandBps: 100, createdMs: 0 }
  const form = advertFormOf(current)
  expect(form).toEqual({ bandBps: '100', note: '' })
  expect(advertTermsError(form, current)).toBe('same')
  expect(advertTermsError({ ...form, bandBps: '0.5' }, current)).toBe('number')
  expect(advertTermsError({ ...form, bandBps: '50' }, current)).toBe('note')
  expect(advertTermsError({ bandBps: '50', note: 'calmer markets' }, current)).toBe(null)
})
