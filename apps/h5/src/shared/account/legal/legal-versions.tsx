import { useState } from 'react'
import type { LegalName, OutputOf, legalText } from '@candor/api'
import { SelectField, Skeleton, Tag } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { formatDate, langAttribute, useTexts } from '../../i18n/index.ts'
import { Loaded, navigation } from '../../page/index.ts'
import styles from './legal.module.css'
import { legalTextQuery } from './legal-queries.ts'
import { textChanges } from './text-changes.ts'

type Read = OutputOf<typeof legalText>

/** The value of the list that ends a comparison. */
const none = 'none'

/** Chooses another version of a document, and one to compare it with. */
export function LegalVersions({ text }: { readonly text: Read }) {
  const { t, locale } = useTexts()
  const [compared, setCompared] = useState<number | null>(null)
  const { name, version, versions } = text
  if (versions.length < 2) return null
  const options = versions.map((one) => ({
    value: String(one.version),
    label: t('legal.version', { version: one.version, date: formatDate(locale, one.publishedMs) }),
  }))
  return (
    <div className={styles.versions}>
      <SelectField
        label={t('legal.choose')}
        placeholder=""
        options={options}
        value={String(version)}
        onValue={(chosen) => navigation.redirect('legal', { id: `${name}.${chosen}` })}
      />
      <SelectField
        label={t('legal.compare')}
        placeholder=""
        options={[
          { value: none, label: t('legal.compare.none') },
          ...options.filter(({ value }) => value !== String(version)),
        ]}
        value={compared === null || compared === version ? none : String(compared)}
        onValue={(chosen) => setCompared(chosen === none ? null : Number(chosen))}
      />
      {compared === null || compared === version ? null : <Comparison name={name} text={text} other={compared} />}
    </div>
  )
}

interface ComparisonProps {
  readonly name: LegalName
  readonly text: Read
  readonly other: number
}

/** What the newer of two versions added and removed, in a language that has both. */
function Comparison({ name, text, other }: ComparisonProps) {
  const { t } = useTexts()
  const otherText = useQuery(legalTextQuery(name, text.language, other))
  // English has every version: where a translation is missing, both are compared in English.
  const ownText = useQuery(legalTextQuery(name, otherText.data?.language ?? text.language, text.version))
  return (
    <Loaded
      queries={{ otherText, ownText }}
      failed={t('legal.loadFailed')}
      skeleton={<Skeleton width="100%" height={120} radius={20} />}
    >
      {(read) => <Changes texts={[read.otherText, read.ownText]} />}
    </Loaded>
  )
}

function Changes({ texts }: { readonly texts: readonly [Read, Read] }) {
  const { t } = useTexts()
  const [older, newer] = texts.toSorted((left, right) => left.version - right.version)
  if (older === undefined || newer === undefined) return null
  const parts = textChanges(older.body, newer.body)
  const lang = langAttribute(newer.language)
  return (
    <section className={styles.changes} aria-live="polite">
      <h2>{t('legal.compare.title', { from: older.version, to: newer.version })}</h2>
      {parts.length === 0 ? <p>{t('legal.compare.same')}</p> : null}
      {parts.map(({ heading, changes }, part) => (
        // Both texts are constant, so the index identifies a part and a change.
        <div key={part}>
          {heading === null ? null : <h3 lang={lang}>{heading}</h3>}
          {changes.map(({ kind, text }, index) => (
            <p key={index} className={styles.change}>
              <Tag>{t(`legal.compare.${kind}`)}</Tag>
              {kind === 'added' ? <ins lang={lang}>{text}</ins> : <del lang={lang}>{text}</del>}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}
