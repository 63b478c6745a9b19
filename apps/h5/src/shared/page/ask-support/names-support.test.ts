import { refusalNames } from '@candor/api'
import texts from '@candor/api/texts/en.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { namesSupport } from './names-support.ts'

it('knows each refusal whose text tells to ask customer service', () => {
  const told: Readonly<Record<string, string>> = texts
  expect(refusalNames.filter(namesSupport)).toEqual(
    refusalNames.filter((name) => told[name]?.includes('customer service')),
  )
})
