import { describe, expect, it } from 'vitest'
import { matchesSearch, photoWarnings, reviewSteps } from './review-model.ts'

const photo = {
  side: 'front' as const,
  widthPx: 1_600,
  heightPx: 1_000,
  sharpness: 200,
  glare: 0.01,
  isDestroyed: false,
}

describe('a photo', () => {
  it('that is sharp, even and large warns of nothing', () => {
    expect(photoWarnings(photo)).toEqual([])
  })

  it('warns of a soft focus, of glare and of a small size', () => {
    expect(photoWarnings({ ...photo, sharpness: 59.9 })).toEqual(['soft'])
    expect(photoWarnings({ ...photo, glare: 0.081 })).toEqual(['glare'])
    expect(photoWarnings({ ...photo, widthPx: 640, heightPx: 400, sharpness: 10 })).toEqual(['soft', 'small'])
  })
})

describe('the search', () => {
  const found = { id: '20871', name: 'Lena Musterfrau', account: '44710928' }

  it('finds a case by its number, account or part of the name', () => {
    for (const search of ['', 'kyc-20871', '20871', '4471 0928', 'muster', ' LENA '])
      expect(matchesSearch(found, search)).toBe(true)
  })

  it('finds nothing else', () => {
    for (const search of ['2087', 'max', '9999']) expect(matchesSearch(found, search)).toBe(false)
    expect(matchesSearch({ ...found, name: null }, 'lena')).toBe(false)
  })
})

describe('the steps of a review', () => {
  const names = (stage: Parameters<typeof reviewSteps>[0]['stage'], hasDecided = false) =>
    reviewSteps({ stage, hasDecided }).map(({ state, who }) => `${state} ${who}`)

  it('begin with the first operator to decide', () => {
    expect(names('first')).toEqual(['now you', 'ahead wait', 'ahead result'])
  })

  it('show the second reviewer only that the first has decided', () => {
    expect(names('second')).toEqual(['done first', 'now you', 'ahead result'])
  })

  it('wait for somebody else once one has decided', () => {
    expect(names('second', true)).toEqual(['done you', 'now wait', 'ahead result'])
    expect(names('lead', true)).toEqual(['done you', 'now lead', 'ahead result'])
  })

  it('leave an appeal to one person, and end with the review', () => {
    expect(names('appeal')).toEqual(['now you', 'ahead result'])
    expect(names(null)).toEqual([])
  })
})
