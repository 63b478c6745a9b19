import { RadioList, showToast } from '@candor/ui'
import {
  activateLanguage,
  formatMoney,
  langAttribute,
  languageName,
  localeOf,
  shownLanguages,
  useTexts,
} from '../../shared/i18n/index.ts'
import { Page, PageScreen } from '../../shared/page/index.ts'
import { session } from '../../shared/device/index.ts'
import styles from './language-page.module.css'

/** How each language writes the same number. */
const sampleAmount = '12480.65'

/** Chooses among the completely translated languages. */
export function LanguagePage() {
  const { t, language, locale } = useTexts()
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const choose = async (chosen: typeof language) => {
    if (await activateLanguage(chosen)) session.setLanguage(chosen)
    else showToast('refused', t('language.failed'))
  }
  return (
    <Page title={t('language.title')}>
      <PageScreen>
        <RadioList
          label={t('language.label')}
          value={language}
          onValue={(chosen) => void choose(chosen)}
          options={shownLanguages().map((shown) => ({
            value: shown,
            title: languageName(shown),
            titleLang: langAttribute(shown),
            detail: names.of(langAttribute(shown)),
            sample: formatMoney(localeOf(shown), sampleAmount),
          }))}
        />
        <p className={styles.note}>{t('language.note')}</p>
      </PageScreen>
    </Page>
  )
}
