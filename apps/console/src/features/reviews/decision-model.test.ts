import { describe, expect, it } from 'vitest'
import { codesOf, emptyReview, reviewError, targetsOf, verdictOf } from './decision-model.ts'

const both = ['front', 'back'] as const

describe('a review', () => {
  it('needs an answer', () => {
    expect(reviewError(emptyReview, both)).toBe('choice')
  })

  it('approves without a reason', () => {
    const form = { ...emptyReview, choice: 'approve' as const, note: ' fine ' }
    expect(reviewError(form, both)).toBeNull()
    expect(verdictOf(form, both)).toEqual({ verdict: 'approved', reasons: [], note: 'fine' })
  })

  it('asks for a new photo only with what is wrong with it', () => {
    const form = { ...emptyReview, choice: 'photo' as const }
    expect(reviewError(form, both)).toBe('reason')
    const blurred = { ...form, reasons: { back: 'blurred' as const } }
    expect(reviewError(blurred, both)).toBeNull()
    expect(verdictOf(blurred, both)).toMatchObject({
      verdict: 'rejected',
      resubmit: 'retry-photos',
      reasons: [{ target: 'back', code: 'blurred' }],
    })
  })

  it('says nothing about a photo that the document does not have', () => {
    const form = { ...emptyReview, choice: 'photo' as const, reasons: { back: 'blurred' as const } }
    expect(reviewError(form, ['front'])).toBe('reason')
    expect(targetsOf('photo', ['front'])).toEqual(['front'])
  })

  it('rejects for good or lets the data be mended, and forgets reasons of another answer', () => {
    const form = {
      ...emptyReview,
      choice: 'reject' as const,
      reasons: { front: 'glare' as const, name: 'differs' as const },
    }
    expect(verdictOf(form, both)).toMatchObject({
      resubmit: 'fix-data',
      reasons: [{ target: 'name', code: 'differs' }],
    })
    expect(verdictOf({ ...form, isFinal: true }, both)).toMatchObject({ resubmit: 'final' })
  })

  it('says of photos what photos can be, and of the document what documents can be', () => {
    expect(codesOf('front')).toContain('glare')
    expect(codesOf('document')).toContain('expired')
    expect(codesOf('name')).toEqual(['differs'])
    expect(codesOf('birthDate')).toEqual(['differs', 'under-age'])
  })
})
