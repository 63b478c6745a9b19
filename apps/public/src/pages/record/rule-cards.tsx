import { formatUtcDate } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card } from '../../shared/parts/index.ts'
import { newestRules } from './record-model.ts'
import type { Rule } from './record-model.ts'
import styles from './record.module.css'

/** The newest version of each rule: what it says, its full text, and where the log announces it. */
export function RuleCards({ rules }: { readonly rules: readonly Rule[] }) {
  return newestRules(rules).map((rule) => <RuleCard key={rule.name} rule={rule} />)
}

/** The versions that the messages translate. Of a newer one only the binding text is shown until they follow. */
export const translatedVersions = { correction: 1, outage: 1, retention: 1 } as const

function RuleCard({ rule }: { readonly rule: Rule }) {
  const { t, locale, language } = useTexts()
  const { name, version, text, textHash, inForceMs, log } = rule
  if (name !== 'correction' && name !== 'outage' && name !== 'retention') return null
  return (
    <Card title={t(`record.rule.${name}`)} aside={t('record.rule.version', { version })}>
      <p className={styles.rule}>{t(`record.rule.${name}.text`)}</p>
      <details className={styles.full}>
        <summary>{t('record.rule.full')}</summary>
        {language === 'en' || version !== translatedVersions[name] ? (
          <>
            <Paragraphs text={text} lang="en" />
            <p className={styles.sub}>{t('record.rule.english')}</p>
          </>
        ) : (
          <>
            <Paragraphs text={t(`record.rule.${name}.full`)} />
            <p className={styles.sub}>{t('record.rule.translated')}</p>
            <h3 className={styles.binding}>{t('record.rule.binding')}</h3>
            <Paragraphs text={text} lang="en" />
          </>
        )}
        <p className={styles.hash}>{t('record.rule.hash', { hash: textHash })}</p>
      </details>
      <p className={styles.ends}>
        <span className={styles.place}>
          {log === null ? t('record.rule.unsealed') : t('record.place', { index: log.index })}
        </span>
        <span className={styles.when}>{t('record.rule.inForce', { date: formatUtcDate(locale, inForceMs) })}</span>
      </p>
    </Card>
  )
}

function Paragraphs({ text, lang }: { readonly text: string; readonly lang?: string }) {
  return (
    <div lang={lang}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
