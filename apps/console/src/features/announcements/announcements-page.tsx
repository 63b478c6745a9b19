import { operatorAnnouncementProposals, operatorPublishedCodes } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { Page, PageBody, Tabs } from '../../shared/page/index.ts'
import { isAuthor } from '../../shared/approval/index.ts'
import styles from './announcements.module.css'
import { ListView } from './list-view.tsx'
import { PublishedCodes } from './published-codes.tsx'
import { WriteView } from './write-view.tsx'

const tabs = ['list', 'write', 'codes'] as const

/** How many proposed announcements wait for this operator as the second person; null without the roles. */
export function useAnnouncementCount(): number | null {
  const may = useMay(operatorAnnouncementProposals.propose.access) === true
  const operatorId = useOperator()?.operatorId
  const waiting = useQuery({
    ...queryFor(operatorAnnouncementProposals.list, { state: 'proposed', limit: 100 }),
    enabled: may,
    refetchInterval: 15_000,
  }).data
  return waiting?.items.filter(({ proposedBy }) => !isAuthor(proposedBy, operatorId)).length ?? null
}

/** Announcements to every customer: those that wait or are shown, a new one, and the invitation code for everybody. */
export function AnnouncementsPage() {
  const { id } = usePlace()
  const open = tabs.find((tab) => tab === id) ?? 'list'
  const mayWrite = useMay(operatorAnnouncementProposals.propose.access)
  const mayRead = useMay(operatorPublishedCodes.list.access) === true
  const shown = mayRead ? tabs : (['list'] as const)
  return (
    <Page title={t('announcements.title')}>
      <Tabs
        screen="messages"
        label={t('announcements.tabs')}
        open={open}
        tabs={shown.map((tab) => ({
          id: tab,
          place: tab === 'list' ? undefined : tab,
          label: t(`announcements.tab.${tab}`),
        }))}
      />
      {open === 'write' && mayWrite === true ? (
        <WriteView />
      ) : (
        <PageBody className={styles.page}>
          {mayWrite === false ? <Note>{t('announcements.notYours')}</Note> : null}
          {open === 'list' ? <ListView mayRead={mayRead} /> : null}
          {open === 'codes' ? <PublishedCodes /> : null}
        </PageBody>
      )}
    </Page>
  )
}
