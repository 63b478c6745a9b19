import { createElement, useState } from 'react'
import type { AnnouncementKind, Language } from '@candor/api'
import { Glyph, Segmented } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { MegaphoneSimpleIcon } from '@candor/ui/icons/account'
import { ClockIcon, ScalesIcon, WrenchIcon } from '@candor/ui/icons/message'
import { t } from '../../shared/i18n/index.ts'
import { htmlLanguage, languageName } from './announcement-model.ts'
import type { TypedWords } from './announcement-model.ts'
import styles from './phone-preview.module.css'

const signs: Readonly<Record<AnnouncementKind, Icon>> = {
  notice: MegaphoneSimpleIcon,
  hours: ClockIcon,
  work: WrenchIcon,
  terms: ScalesIcon,
}

const themes = ['light', 'dark'] as const

interface PhonePreviewProps {
  readonly kind: AnnouncementKind
  readonly words: TypedWords
  /** The name of the screen to which it leads, in English; null for none. */
  readonly link: string | null
  readonly language: Language
}

/** The announcement as a message on a phone of 360 px, in one language, in either theme. */
export function PhonePreview({ kind, words, link, language }: PhonePreviewProps) {
  const [theme, setTheme] = useState<(typeof themes)[number]>('light')
  return (
    <section className={styles.preview} aria-label={t('announcements.preview', { language: languageName(language) })}>
      <div className={styles.head}>
        <span>{t('announcements.preview', { language: languageName(language) })}</span>
        <Segmented
          label={t('announcements.preview.theme')}
          value={theme}
          onValue={setTheme}
          options={themes.map((value) => ({ value, label: t(`announcements.preview.${value}`) }))}
        />
      </div>
      <div className={styles.phone} data-theme={theme}>
        <div className={styles.card} lang={htmlLanguage(language)}>
          <Glyph>{createElement(signs[kind], { size: 20 })}</Glyph>
          <div className={styles.words}>
            <b>{words.title === '' ? t('announcements.preview.title') : words.title}</b>
            <p>{words.text === '' ? t('announcements.preview.text') : words.text}</p>
            {link === null ? null : (
              <span className={styles.link} lang="en">
                {link}
              </span>
            )}
          </div>
        </div>
        {[1, 2].map((row) => (
          <div key={row} className={styles.other} aria-hidden="true">
            <span />
            <i />
          </div>
        ))}
      </div>
      <p className={styles.note}>{t('announcements.preview.note')}</p>
    </section>
  )
}
