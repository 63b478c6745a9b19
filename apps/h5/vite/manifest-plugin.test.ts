import { join } from 'node:path'
import { languages } from '@candor/api'
import { expect, it } from 'vitest'
import { manifestIn } from './manifest-plugin.ts'

const source = join(import.meta.dirname, '../src')

it.each(languages.filter((language) => language !== 'en'))(
  'the manifest in %s is the same app in other words',
  (language) => {
    const manifest = manifestIn(source, language)
    expect(manifest).toMatchObject({ id: '/h5/', name: 'Candor', short_name: 'Candor', start_url: '/h5/', dir: 'ltr' })
    expect(manifest['lang']).toBe(language === 'zh' ? 'zh-Hans' : language)
    expect(manifest['description']).not.toMatch(/every price/)
    expect(manifest['shortcuts']).not.toContainEqual(expect.objectContaining({ name: 'Orders' }))
  },
)

it('a manifest is not made in a language that has no words', () => {
  expect(() => manifestIn(source, 'xx')).toThrow('no words in xx')
})
