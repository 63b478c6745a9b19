// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { languageOfBrowser, loadTexts } from './texts.ts'
import { chooseLanguage, currentTexts, startTexts } from './index.ts'

beforeEach(async () => {
  await startTexts()
  await chooseLanguage('en')
})

describe('the texts of the public pages', () => {
  it('are those of the frame, of shared parts and of each page that is opened', async () => {
    await loadTexts('check')
    const { t } = currentTexts()
    expect(t('app.nav.check')).toBe('Check')
    expect(t('shared.recompute')).toBe('Recalculate this')
    expect(t('check.frames.count', { count: 10 })).toBe('10 frames')
  })

  it('follow a change of the language, with those of pages that were opened before', async () => {
    await loadTexts('check')
    await chooseLanguage('de')
    expect(currentTexts().t('check.exit')).toBe('Ausstieg')
    expect(document.documentElement.lang).toBe('de')
    await chooseLanguage('zh')
    expect(document.documentElement.lang).toBe('zh-Hans')
  })

  it('have no page of another name', async () => {
    await expect(loadTexts('nothing')).rejects.toThrow('there are no texts of nothing in en')
  })

  it('are in the first language of the browser that there is', () => {
    expect(languageOfBrowser(['pl-PL', 'pt-PT', 'de'])).toBe('pt')
    expect(languageOfBrowser(['pl', 'it'])).toBe('en')
  })
})
