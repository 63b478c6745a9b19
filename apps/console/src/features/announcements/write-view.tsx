import { useState } from 'react'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import { announcementLengths, operatorAnnouncementProposals } from '@candor/api/operator'
import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'
import { Button, Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, conclude } from '../../shared/api/index.ts'
import { ReasonDialog, Steps, useNow } from '../../shared/case/index.ts'
import type { Step } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { goTo } from '../../shared/navigation/index.ts'
import { bindTo, Select, TextArea, TextInput, TimeInput } from '../../shared/page/index.ts'
import {
  announcementKinds,
  draftFault,
  draftOf,
  emptyDraft,
  formOf,
  languageName,
  listed,
  nextOpenLanguage,
  openLanguages,
} from './announcement-model.ts'
import type { Draft, DraftFault, TypedWords } from './announcement-model.ts'
import styles from './announcements.module.css'
import { AudienceField, LinkFields, linkLabel } from './audience-fields.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import { PhonePreview } from './phone-preview.tsx'

/** The draft of this tab, so that a look at another screen loses nothing. */
const kept = storedValue({
  key: 'candor.operator.announcement',
  parse: (text) => text,
  fallback: '',
  storage: 'tab',
})

/** A new announcement: its words by language, its preview, and the way to its publication. */
export function WriteView() {
  const draft = draftOf(useStored(kept))
  const [language, setLanguage] = useState<Language>('en')
  const change = (part: Partial<Draft>) => kept.set(JSON.stringify({ ...draft, ...part }))
  return (
    <div className={styles.write}>
      <div className={styles.editor}>
        <About draft={draft} onChange={change} />
        <LanguageTabs draft={draft} open={language} onOpen={setLanguage} />
        <Missing draft={draft} language={language} onOpen={setLanguage} />
        <WordFields
          words={draft.words[language]}
          language={language}
          onWords={(words) => change({ words: { ...draft.words, [language]: words } })}
        />
        <LinkFields draft={draft} onChange={change} />
        {language === 'en' || draft.words.en.text === '' ? null : (
          <Note>{t('announcements.original', { title: draft.words.en.title, text: draft.words.en.text })}</Note>
        )}
      </div>
      <PhonePreview kind={draft.kind} words={draft.words[language]} link={linkLabel(draft)} language={language} />
      <Publishing draft={draft} onSent={() => kept.set('')} />
    </div>
  )
}

interface DraftProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

/** What it is about, whom it addresses, and its times. */
function About({ draft, onChange }: DraftProps) {
  const bind = bindTo(draft, onChange)
  return (
    <div className={styles.fields}>
      <Select
        {...bind('kind')}
        label={t('announcements.kind')}
        options={announcementKinds.map((value) => ({ value, label: t(`announcements.kind.${value}`) }))}
      />
      <AudienceField draft={draft} onChange={onChange} />
      <TimeInput {...bind('from')} label={t('announcements.from')} />
      <TimeInput {...bind('until')} label={t('announcements.until')} />
      {draft.kind === 'work' ? (
        <>
          <TimeInput {...bind('workFrom')} label={t('announcements.work.from')} />
          <TimeInput {...bind('workUntil')} label={t('announcements.work.until')} />
        </>
      ) : null}
      <p className={styles.lead}>{t('announcements.times')}</p>
    </div>
  )
}

interface MissingProps {
  readonly draft: Draft
  readonly language: Language
  readonly onOpen: (language: Language) => void
}

/** How many languages are missing, and the way to the next one. */
function Missing({ draft, language, onOpen }: MissingProps) {
  const missing = openLanguages(draft)
  const next = nextOpenLanguage(draft, language)
  return (
    <div className={styles.missing}>
      <p role="status">
        {missing.length === 0
          ? t('announcements.complete')
          : t('announcements.missing', { count: missing.length, all: languages.length })}
      </p>
      {next === null || next === language ? null : (
        <Button tone="quiet" size="small" onClick={() => onOpen(next)}>
          {t('announcements.next')}
        </Button>
      )}
    </div>
  )
}

interface WordFieldsProps {
  readonly words: TypedWords
  readonly language: Language
  readonly onWords: (words: TypedWords) => void
}

function WordFields({ words, language, onWords }: WordFieldsProps) {
  const name = languageName(language)
  return (
    <div className={styles.wordFields}>
      <TextInput
        label={t('announcements.word.title', { language: name })}
        value={words.title}
        maxLength={announcementLengths.title}
        onValue={(title) => onWords({ ...words, title })}
      />
      <TextArea
        label={t('announcements.word.text', { language: name })}
        value={words.text}
        maxLength={announcementLengths.text}
        onValue={(text) => onWords({ ...words, text })}
      />
      <p className={styles.count}>
        {t('announcements.lengths', {
          title: words.title.length,
          titleMost: announcementLengths.title,
          text: words.text.length,
          textMost: announcementLengths.text,
        })}
      </p>
    </div>
  )
}

interface PublishingProps {
  readonly draft: Draft
  readonly onSent: () => void
}

/** The steps to the publication: written, complete, read by a second person, shown. */
function Publishing({ draft, onSent }: PublishingProps) {
  const nowMs = useNow()
  const [isAsking, setAsking] = useState(false)
  const fault = draftFault(draft, nowMs)
  const missing = openLanguages(draft)
  return (
    <div className={styles.publishing}>
      <h2 className={styles.heading}>{t('announcements.two')}</h2>
      <Steps steps={stepsOf(draft, fault)} />
      <div className={styles.asks}>
        {fault === null || draft === emptyDraft ? null : (
          <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
            {t(`announcements.fault.${fault}`)}
          </Note>
        )}
        <Button disabled={fault !== null || missing.length > 0} onClick={() => setAsking(true)}>
          {t('announcements.ask')}
        </Button>
        {fault !== null || missing.length === 0 ? null : (
          <>
            <p className={styles.lead}>{t('announcements.ask.off', { languages: listed(missing) })}</p>
            <Button tone="quiet" onClick={() => setAsking(true)}>
              {t('announcements.ask.english', { count: missing.length })}
            </Button>
          </>
        )}
      </div>
      {isAsking ? <AskDialog draft={draft} onSent={onSent} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function stepsOf(draft: Draft, fault: DraftFault | null): readonly Step[] {
  const missing = openLanguages(draft)
  const isWritten = !missing.includes('en')
  const isComplete = fault === null && missing.length === 0
  const complete = isComplete ? 'all' : fault === null ? 'missing' : 'open'
  return [
    {
      state: isWritten ? 'done' : 'now',
      title: t('announcements.step.written'),
      text: t('announcements.step.written.text'),
    },
    {
      state: isComplete ? 'done' : isWritten ? 'now' : 'ahead',
      title: t('announcements.step.complete'),
      text: t(`announcements.step.complete.${complete}`, { count: missing.length }),
    },
    {
      state: isComplete ? 'now' : 'ahead',
      title: t('announcements.step.second'),
      text: t('announcements.step.second.text'),
    },
    { state: 'ahead', title: t('announcements.step.shown'), text: t('announcements.step.shown.text') },
  ]
}

interface AskDialogProps extends PublishingProps {
  readonly onClose: () => void
}

function AskDialog({ draft, onSent, onClose }: AskDialogProps) {
  const missing = openLanguages(draft)
  const propose = async (note: string) => {
    const result = await call(operatorAnnouncementProposals.propose, { ...formOf(draft), note })
    if (result.ok) {
      onSent()
      goTo('messages')
    }
    return conclude(result, { changes: [operatorAnnouncementProposals.list], done: t('shared.proposal.proposed') })
  }
  return (
    <ReasonDialog
      title={t('announcements.ask')}
      text={
        missing.length === 0
          ? t('announcements.ask.text')
          : t('announcements.ask.textEnglish', { languages: listed(missing) })
      }
      confirm={t('shared.proposal.send')}
      label={t('shared.proposal.why')}
      onConfirm={propose}
      onClose={onClose}
    />
  )
}
