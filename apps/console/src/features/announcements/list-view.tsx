import { languages } from '@candor/api'
import { operatorAnnouncementProposals, operatorAnnouncementEnd, operatorAnnouncements } from '@candor/api/operator'
import type { AnnouncementProposalView, AnnouncementView } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { MegaphoneSimpleIcon } from '@candor/ui/icons/account'
import { call, usePages } from '../../shared/api/index.ts'
import { ReasonButton, useNow } from '../../shared/case/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { EmptyState, actColumn, PagedPanel } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { authorColumn, ProposalActs } from '../../shared/approval/index.ts'
import { announcementState, htmlLanguage, languageName } from './announcement-model.ts'
import styles from './announcements.module.css'
import { linkLabel } from './audience-fields.tsx'

/** The announcements that wait for a second person, and those that were published. */
export function ListView({ mayRead }: { readonly mayRead: boolean }) {
  const published = usePages(operatorAnnouncements, { limit: 50 }, { refetchInterval: 15_000 })
  return (
    <>
      {mayRead ? <Waiting /> : null}
      <PagedPanel
        title={t('announcements.list')}
        list={published}
        columns={usePublishedColumns()}
        empty={<EmptyState icon={MegaphoneSimpleIcon} texts={['announcements.empty', 'announcements.emptyText']} />}
      />
    </>
  )
}

function Waiting() {
  const waiting = usePages(
    operatorAnnouncementProposals.list,
    { state: 'proposed', limit: 50 },
    { refetchInterval: 5_000 },
  )
  return (
    <PagedPanel
      title={t('announcements.waiting')}
      list={waiting}
      columns={waitingColumns()}
      empty={<p className={styles.lead}>{t('announcements.waiting.none')}</p>}
    />
  )
}

function waitingColumns(): readonly Column<AnnouncementProposalView>[] {
  return [
    { key: 'words', title: t('announcements.col.words'), cell: (item) => <Words item={item} /> },
    {
      key: 'from',
      title: t('announcements.col.from'),
      cell: ({ fromMs }) => (fromMs === null ? t('announcements.atOnce') : utcDateTime(fromMs)),
    },
    { key: 'until', title: t('announcements.col.until'), cell: ({ untilMs }) => untilLabel(untilMs) },
    { key: 'why', title: t('announcements.col.why'), cell: ({ note }) => note },
    authorColumn(t('announcements.col.by')),
    actColumn(t('announcements.col.act'), (item) => (
      <ProposalActs
        proposal={item}
        operations={operatorAnnouncementProposals}
        act={null}
        changes={[operatorAnnouncements]}
        confirmed={t('announcements.published')}
      />
    )),
  ]
}

function untilLabel(untilMs: number | null): string {
  return untilMs === null ? t('announcements.open') : utcDateTime(untilMs)
}

function usePublishedColumns(): readonly Column<AnnouncementView>[] {
  const nowMs = useNow()
  const mayEnd = useMay(operatorAnnouncementEnd.access) === true
  return [
    { key: 'words', title: t('announcements.col.words'), cell: (item) => <Words item={item} /> },
    { key: 'from', title: t('announcements.col.from'), cell: ({ fromMs }) => utcDateTime(fromMs) },
    {
      key: 'until',
      title: t('announcements.col.until'),
      cell: ({ untilMs, endedMs }) => untilLabel(endedMs ?? untilMs),
    },
    {
      key: 'by',
      title: t('announcements.col.by'),
      cell: ({ createdBy, publishedBy }) =>
        publishedBy === null
          ? createdBy.name
          : t('announcements.byTwo', { author: createdBy.name, second: publishedBy.name }),
    },
    { key: 'state', title: t('announcements.col.state'), cell: (item) => <State item={item} nowMs={nowMs} /> },
    actColumn(t('announcements.col.act'), (item) =>
      mayEnd && announcementState(item, nowMs) !== 'over' ? <CallBack item={item} /> : null,
    ),
  ]
}

function State({ item, nowMs }: { readonly item: AnnouncementView; readonly nowMs: number }) {
  if (item.endedBy === null) return <Tag>{t(`announcements.state.${announcementState(item, nowMs)}`)}</Tag>
  return (
    <>
      {t('announcements.calledBack', { name: item.endedBy.name })}
      {item.endedNote === null ? null : <p className={styles.lead}>{item.endedNote}</p>}
    </>
  )
}

function CallBack({ item: { id, titles, texts } }: { readonly item: AnnouncementView }) {
  return (
    <ReasonButton
      label={t('announcements.end')}
      title={t('announcements.end.title', { title: titles?.en ?? texts.en })}
      text={t('announcements.end.text')}
      confirm={t('announcements.end.confirm')}
      send={(note) => call(operatorAnnouncementEnd, { id, note })}
      changes={[operatorAnnouncements]}
      done={t('announcements.ended')}
    />
  )
}

type Worded = Pick<AnnouncementView, 'kind' | 'audience' | 'link' | 'titles' | 'texts' | 'workFromMs' | 'workUntilMs'>

/** The kind and the English words, and on demand those of the other languages. */
function Words({ item }: { readonly item: Worded }) {
  const { kind, audience, titles, texts, workFromMs, workUntilMs } = item
  const link = item.link === null ? null : linkLabel(item.link)
  const others = languages.filter((language) => language !== 'en' && texts[language] !== undefined)
  return (
    <div className={styles.words}>
      <p className={styles.kind}>{t(`announcements.kind.${kind}`)}</p>
      {audience === 'everyone' ? null : (
        <p>{t('announcements.audience.only', { audience: t(`announcements.audience.${audience}`) })}</p>
      )}
      {titles === null ? null : <b>{titles.en}</b>}
      <p>{texts.en}</p>
      {workFromMs === null || workUntilMs === null ? null : (
        <p>{t('announcements.work.planned', { from: utcDateTime(workFromMs), until: utcDateTime(workUntilMs) })}</p>
      )}
      {link === null ? null : <p>{t('announcements.leads', { link })}</p>}
      {others.length === 0 ? (
        <p className={styles.kind}>{t('announcements.englishOnly')}</p>
      ) : (
        <details>
          <summary>{t('announcements.others', { count: others.length })}</summary>
          <dl>
            {others.map((language) => (
              <div key={language}>
                <dt>{languageName(language)}</dt>
                <dd lang={htmlLanguage(language)}>
                  {titles?.[language] === undefined ? null : <b>{titles[language]}</b>}
                  <p>{texts[language]}</p>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
