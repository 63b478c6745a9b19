import { useState } from 'react'
import { operatorAnnouncementCreate, operatorAnnouncementEnd, operatorAnnouncements } from '@candor/api/operator'
import { langAttribute, languages } from '@candor/api'
import type { AnnouncementView } from '@candor/api/operator'
import { Button, Card, Note, showToast, StatePanel, Tag } from '@candor/ui'
import { MegaphoneSimpleIcon } from '@candor/ui/icons/account'
import { call, refresh, usePages } from '../../shared/api/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { MoreButton, Page, RecordTable, Select, TextArea, TextInput } from '../../shared/page/index.ts'
import { useNow } from '../../shared/promise/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import {
  announcementState,
  isSound,
  languageName,
  listed,
  missingLanguages,
  noTexts,
  noWork,
  textsOf,
  workOf,
} from './announcement-model.ts'
import type { TypedTexts, TypedWork } from './announcement-model.ts'
import styles from './announcements.module.css'
import { PublishedCodes } from './published-codes.tsx'

/** Announcements on home: write, list, end. */
export function AnnouncementsPage() {
  const mayWrite = useMay(operatorAnnouncementCreate.access)
  const list = usePages(operatorAnnouncements, { limit: 50 }, { refetchInterval: 15_000 })
  return (
    <Page title={t('announcements.title')}>
      <div className={styles.page}>
        {mayWrite === true ? <NewAnnouncement /> : null}
        {mayWrite === false ? <Note>{t('announcements.notYours')}</Note> : null}
        <Loaded query={list}>
          {(items) =>
            items.length === 0 ? (
              <StatePanel
                icon={<MegaphoneSimpleIcon size={28} />}
                title={t('announcements.empty')}
                text={t('announcements.emptyText')}
              />
            ) : (
              <>
                <Announcements items={items} mayEnd={mayWrite === true} />
                <MoreButton {...list} />
              </>
            )
          }
        </Loaded>
        <PublishedCodes />
      </div>
    </Page>
  )
}

const hourMs = 3_600_000
const lengths = ['open', '1', '4', '24', '168'] as const
type Length = (typeof lengths)[number]

function lengthLabel(length: Length): string {
  if (length === 'open') return t('announcements.until.open')
  const hours = Number(length)
  return hours < 48 ? t('announcements.until.hours', { hours }) : t('announcements.until.days', { days: hours / 24 })
}

function NewAnnouncement() {
  const [typed, setTyped] = useState(noTexts)
  const [length, setLength] = useState<Length>('open')
  const [work, setWork] = useState(noWork)
  const [workFault, setWorkFault] = useState<string | null>(null)
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const missing = missingLanguages(typed)
  const send = async () => {
    const texts = textsOf(typed)
    if (texts === null) return setError(t('announcements.fault.short'))
    const planned = workOf(work, Date.now())
    if (planned === null) return setWorkFault(t('announcements.fault.work'))
    setBusy(true)
    const result = await call(operatorAnnouncementCreate, {
      texts,
      ...planned,
      ...(length === 'open' ? {} : { untilMs: Date.now() + Number(length) * hourMs }),
    })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    setTyped(noTexts)
    setWork(noWork)
    refresh(operatorAnnouncements)
    showToast('done', t('announcements.sent'))
  }
  return (
    <Card isPadded>
      <h2 className={styles.heading}>{t('announcements.new')}</h2>
      <p className={styles.lead}>{t('announcements.new.text')}</p>
      <LanguageFields
        typed={typed}
        error={fault}
        onTyped={(typedTexts) => {
          setTyped(typedTexts)
          setError(null)
        }}
      />
      <p className={styles.lead} role="status">
        {missing.length === 0
          ? t('announcements.complete')
          : t('announcements.missing', { languages: listed(missing) })}
      </p>
      <PlannedWork
        typed={work}
        error={workFault}
        onTyped={(typedWork) => {
          setWork(typedWork)
          setWorkFault(null)
        }}
      />
      <div className={styles.send}>
        <Select
          label={t('announcements.until')}
          value={length}
          onValue={setLength}
          options={lengths.map((value) => ({ value, label: lengthLabel(value) }))}
        />
        <Button size="medium" isBusy={isBusy} onClick={() => void send()}>
          {t('announcements.send')}
        </Button>
      </div>
    </Card>
  )
}

interface LanguageFieldsProps {
  readonly typed: TypedTexts
  readonly error: string | null
  readonly onTyped: (typed: TypedTexts) => void
}

/** The text in each language. */
function LanguageFields({ typed, error, onTyped }: LanguageFieldsProps) {
  return (
    <div className={styles.fields}>
      {languages.map((language) => (
        <TextArea
          key={language}
          label={t('announcements.language', { language: languageName(language) })}
          value={typed[language]}
          error={error !== null && !isSound(typed, language) ? error : null}
          maxLength={300}
          onValue={(text) => onTyped({ ...typed, [language]: text })}
        />
      ))}
    </div>
  )
}

interface PlannedWorkProps {
  readonly typed: TypedWork
  readonly error: string | null
  readonly onTyped: (typed: TypedWork) => void
}

/** When planned work begins and ends; empty without any. */
function PlannedWork({ typed, error, onTyped }: PlannedWorkProps) {
  return (
    <>
      <p className={styles.lead}>{t('announcements.work.text')}</p>
      <div className={styles.fields}>
        {(['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            label={t(`announcements.work.${end}`)}
            value={typed[end]}
            error={error}
            maxLength={16}
            onValue={(text) => onTyped({ ...typed, [end]: text })}
          />
        ))}
      </div>
    </>
  )
}

function Announcements({ items, mayEnd }: { readonly items: readonly AnnouncementView[]; readonly mayEnd: boolean }) {
  const nowMs = useNow()
  const end = async (id: string) => {
    const result = await call(operatorAnnouncementEnd, { id })
    refresh(operatorAnnouncements)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('announcements.ended') : result.msg)
  }
  return (
    <RecordTable
      label={t('announcements.list')}
      rows={items}
      columns={[
        { key: 'text', title: t('announcements.col.text'), cell: (item) => <Texts item={item} /> },
        { key: 'from', title: t('announcements.col.from'), cell: ({ fromMs }) => utcDateTime(fromMs) },
        {
          key: 'until',
          title: t('announcements.col.until'),
          cell: ({ untilMs, endedMs }) =>
            (endedMs ?? untilMs) === null ? t('announcements.open') : utcDateTime(endedMs ?? untilMs ?? 0),
        },
        { key: 'by', title: t('announcements.col.by'), cell: ({ createdBy }) => createdBy.name },
        {
          key: 'state',
          title: t('announcements.col.state'),
          cell: (item) => <Tag>{t(`announcements.state.${announcementState(item, nowMs)}`)}</Tag>,
        },
        {
          key: 'act',
          title: t('announcements.col.act'),
          isTitleHidden: true,
          cell: (item) =>
            mayEnd && announcementState(item, nowMs) !== 'over' ? (
              <Button tone="quiet" size="small" onClick={() => void end(item.id)}>
                {t('announcements.end')}
              </Button>
            ) : null,
        },
      ]}
    />
  )
}

function Texts({ item }: { readonly item: AnnouncementView }) {
  return (
    <div className={styles.texts}>
      <p>{item.texts.en}</p>
      {item.workFromMs === null || item.workUntilMs === null ? null : (
        <p>
          {t('announcements.work.planned', {
            from: utcDateTime(item.workFromMs),
            until: utcDateTime(item.workUntilMs),
          })}
        </p>
      )}
      {languages.map((language) =>
        language === 'en' || item.texts[language] === undefined ? null : (
          <p key={language} lang={langAttribute(language)}>
            {item.texts[language]}
          </p>
        ),
      )}
    </div>
  )
}
