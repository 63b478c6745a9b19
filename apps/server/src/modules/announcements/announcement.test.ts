import { expect, it } from 'vitest'
import { languages } from '@candor/api'
import { checkedAnnouncement } from './announcement.ts'
import type { EnteredAnnouncement } from './announcement.ts'

const others = languages.filter((language) => language !== 'ja')
const inAll = { en: 'Hello', ...Object.fromEntries(languages.map((language) => [language, `Hello ${language}`])) }
const entered: EnteredAnnouncement = {
  kind: 'notice',
  audience: 'everyone',
  link: null,
  titles: inAll,
  texts: inAll,
  withEnglish: false,
  fromMs: null,
  untilMs: null,
  workFromMs: null,
  workUntilMs: null,
}
const checked = (changed: Partial<EnteredAnnouncement>) => {
  const { announced, errors } = checkedAnnouncement({ ...entered, ...changed }, 1_000)
  return errors ?? announced
}

it('is sound in every language, and in fewer on purpose', () => {
  const inOthers = { en: 'Hello', ...Object.fromEntries(others.map((language) => [language, 'Hello'])) }
  expect(checked({})).toMatchObject({ titles: inAll, untilMs: null })
  expect(checked({ titles: inOthers, texts: inOthers })).toEqual({ texts: 'required' })
  expect(checked({ titles: inOthers, texts: inOthers, withEnglish: true })).toMatchObject({ texts: inOthers })
  expect(checked({ titles: inOthers, withEnglish: true })).toEqual({ titles: 'required' })
})

it('ends after it begins, and after now', () => {
  expect(checked({ untilMs: 1_000 })).toEqual({ untilMs: 'too-small' })
  expect(checked({ fromMs: 2_000, untilMs: 2_000 })).toEqual({ untilMs: 'too-small' })
  expect(checked({ fromMs: 2_000, untilMs: 2_001 })).toMatchObject({ untilMs: 2_001 })
})

it('of planned work has the times of the work, and ends with it', () => {
  const work = { kind: 'work', workFromMs: 2_000, workUntilMs: 3_000 } as const
  expect(checked(work)).toMatchObject({ untilMs: 3_000 })
  expect(checked({ ...work, untilMs: 5_000 })).toMatchObject({ untilMs: 5_000 })
  expect(checked({ ...work, workFromMs: null })).toEqual({ workFromMs: 'required' })
  expect(checked({ ...work, workUntilMs: null })).toEqual({ workUntilMs: 'required' })
  expect(checked({ ...work, workUntilMs: 2_000 })).toEqual({ workUntilMs: 'too-small' })
  expect(checked({ ...work, audience: 'verified' })).toEqual({ audience: 'unknown-value' })
  expect(checked({ ...work, kind: 'hours' })).toEqual({ workFromMs: 'required' })
})

it('leads to an instrument by its symbol, and to other screens without one', () => {
  expect(checked({ link: { page: 'instrument', symbol: null } })).toEqual({ linkSymbol: 'required' })
  expect(checked({ link: { page: 'swap', symbol: 'CL' } })).toEqual({ linkSymbol: 'unknown-value' })
  const link = { page: 'instrument', symbol: 'CL' } as const
  expect(checked({ link, audience: 'traders' })).toMatchObject({ link, audience: 'traders' })
})
