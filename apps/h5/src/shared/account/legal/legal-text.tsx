import type { LegalName, OutputOf, legalText } from '@candor/api'
import { Note, Skeleton } from '@candor/ui'
import { TranslateIcon } from '@candor/ui/icons/account'
import { useQuery } from '@tanstack/react-query'
import { formatDate, langAttribute, languageName, useTexts } from '../../i18n/index.ts'
import { hrefOf, Loaded } from '../../page/index.ts'
import { Markdown } from '../../page/markdown/index.ts'
import styles from './legal.module.css'
import { legalTextQuery } from './legal-queries.ts'

export interface LegalTextProps {
  readonly name: LegalName
  /** Left out for the newest version. */
  readonly version?: number | undefined
  /** Over a form, which a link would leave, other versions are left out. */
  readonly hasVersions?: boolean
}

/** A document: its version and date, the text, its digest, and the way to other versions. */
export function LegalText({ name, version, hasVersions = false }: LegalTextProps) {
  const { t, language } = useTexts()
  const text = useQuery(legalTextQuery(name, language, version))
  return (
    <Loaded
      queries={{ text }}
      failed={t('legal.loadFailed')}
      missing={<p className={styles.small}>{t('legal.missing')}</p>}
      skeleton={<Skeleton width="100%" height={240} radius={20} />}
    >
      {(read) => <Text text={read.text} hasVersions={hasVersions} />}
    </Loaded>
  )
}

function Text({ text, hasVersions }: { readonly text: OutputOf<typeof legalText>; readonly hasVersions: boolean }) {
  const { t, locale, language } = useTexts()
  const { name, version, versions } = text
  const others = versions.filter((one) => one.version !== version)
  const newest = versions[0]?.version ?? version
  return (
    <>
      <p className={styles.small}>{t('legal.version', { version, date: formatDate(locale, text.publishedMs) })}</p>
      {version < newest ? <Note>{t('legal.replaced', { version: newest })}</Note> : null}
      {text.language === language ? null : (
        <Note icon={<TranslateIcon size={18} />}>{t('legal.untranslated', { language: languageName(language) })}</Note>
      )}
      <Markdown text={text.body} lang={langAttribute(text.language)} />
      {others.length === 0 || !hasVersions ? null : (
        <ul className={styles.versions} aria-label={t('legal.others')}>
          {others.map((one) => (
            <li key={one.version}>
              <a href={hrefOf('legal', { id: `${name}.${one.version}` })}>
                {t('legal.version', { version: one.version, date: formatDate(locale, one.publishedMs) })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.digest}>
        {t('legal.digest')} <span>{text.digest}</span>
      </p>
    </>
  )
}
