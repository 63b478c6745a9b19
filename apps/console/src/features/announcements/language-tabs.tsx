import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import { classNames, VisuallyHidden } from '@candor/ui'
import { CheckIcon } from '@candor/ui/icons/console'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { t } from '../../shared/i18n/index.ts'
import { htmlLanguage, languageState, ownName } from './announcement-model.ts'
import type { Draft } from './announcement-model.ts'
import styles from './language-tabs.module.css'

interface LanguageTabsProps {
  readonly draft: Draft
  readonly open: Language
  readonly onOpen: (language: Language) => void
}

/** The languages of an announcement, each with whether it is complete. Arrow keys lead from one to the next. */
export function LanguageTabs({ draft, open, onOpen }: LanguageTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = (languages.indexOf(open) + step + languages.length) % languages.length
    const next = languages[index]
    if (next === undefined) return
    onOpen(next)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={t('announcements.languages')}>
      {languages.map((language) => {
        const state = languageState(draft, language)
        return (
          <button
            key={language}
            type="button"
            role="tab"
            aria-selected={language === open}
            tabIndex={language === open ? 0 : -1}
            className={classNames(styles.tab, language === open && styles.open)}
            onClick={() => onOpen(language)}
            onKeyDown={move}
          >
            <span lang={htmlLanguage(language)}>{ownName(language)}</span>
            <VisuallyHidden>{`, ${t(`announcements.language.${state}`)}`}</VisuallyHidden>
            <span className={classNames(state !== 'complete' && styles.missing)}>
              {state === 'complete' ? <CheckIcon size={12} /> : <WarningCircleIcon size={14} />}
            </span>
          </button>
        )
      })}
    </div>
  )
}
