import type { LegalName, OutputOf, legalText } from '@candor/api'
import { IconButton, Note, Skeleton } from '@candor/ui'
import { TranslateIcon } from '@candor/ui/icons/account'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { formatDate, langAttribute, languageName, useTexts } from '../../i18n/index.ts'
import { hrefOf, Loaded } from '../../page/index.ts'
import { copyText } from '../../page/records/index.ts'
import { Markdown, useNamedHeading } from '../../page/markdown/index.ts'
import styles from './legal.module.css'
import { legalTextQuery } from './legal-queries.ts'
import { LegalVersions } from './legal-versions.tsx'

export interface LegalTextProps {
  readonly name: LegalName
  /** Left out for the newest version. */
  readonly version?: number | undefined
  /** Over a form, which a link would leave, other versions and links to sections are left out. */
  readonly hasVersions?: boolean
  /** The section that the address names, from 1 on; 0 without one. */
  readonly part?: number
}

/** A document: its version and date, the text, its digest, and the way to other versions and their differences. */
export function LegalText({ name, version, hasVersions = false, part = 0 }: LegalTextProps) {
  const { t, language } = useTexts()
  const text = useQuery(legalTextQuery(name, language, version))
  return (
    <Loaded
      queries={{ text }}
      failed={t('legal.loadFailed')}
      missing={<p className={styles.small}>{t('legal.missing')}</p>}
      skeleton={<Skeleton width="100%" height={240} radius={20} />}
    >
      {(read) => <Text text={read.text} hasVersions={hasVersions} part={part} />}
    </Loaded>
  )
}

interface TextProps extends Required<Pick<LegalTextProps, 'hasVersions' | 'part'>> {
  readonly text: OutputOf<typeof legalText>
}

function Text({ text, hasVersions, part }: TextProps) {
  const { t, locale, language } = useTexts()
  const { name, version, versions } = text
  const headingId = useNamedHeading(part)
  const newest = versions[0]?.version ?? version
  return (
    <>
      <p className={styles.small}>{t('legal.version', { version, date: formatDate(locale, text.publishedMs) })}</p>
      {version < newest ? <Note>{t('legal.replaced', { version: newest })}</Note> : null}
      {text.language === language ? null : (
        <Note icon={<TranslateIcon size={18} />}>{t('legal.untranslated', { language: languageName(language) })}</Note>
      )}
      {hasVersions ? <LegalVersions text={text} /> : null}
      <Markdown
        text={text.body}
        lang={langAttribute(text.language)}
        headingId={headingId}
        {...(hasVersions
          ? {
              headingAction: (heading, title) => (
                <IconButton
                  label={t('legal.section.copy', { title })}
                  onClick={() => void copyText(sectionAddress(`${name}.${version}`, heading))}
                >
                  <CopyIcon size={16} />
                </IconButton>
              ),
            }
          : {})}
      />
      <p className={styles.digest}>
        {t('legal.digest')} <span>{text.digest}</span>
      </p>
    </>
  )
}

/** The full address of a section of this version: a later version may have other sections. */
function sectionAddress(id: string, section: number): string {
  return new URL(hrefOf('legal', { id, part: String(section) }), window.location.href).href
}
