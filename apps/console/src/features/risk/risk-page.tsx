import {
  operatorAdvertTermsProposals,
  operatorExposure,
  operatorInterestProposals,
  operatorSettingProposals,
  operatorSwapProposals,
  operatorTermsProposals,
} from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { roleScreen, useMay, useOperator } from '../../shared/operator/index.ts'
import { Page, PageBody, Tabs } from '../../shared/page/index.ts'
import { isAuthor } from '../../shared/approval/index.ts'
import { useNow } from '../../shared/case/index.ts'
import { AdvertView } from './advert-view.tsx'
import { Corrections } from './corrections.tsx'
import { ExposureView } from './exposure-view.tsx'
import { HistoryView } from './history-view.tsx'
import { IncidentsView } from './incidents-view.tsx'
import { InterestView } from './interest-view.tsx'
import { SettingsView } from './settings-view.tsx'
import { SwapView } from './swap-view.tsx'
import { TermsView } from './terms-view.tsx'
import styles from './risk.module.css'

const tabs = [
  'exposure',
  'history',
  'terms',
  'interest',
  'swaps',
  'adverts',
  'settings',
  'corrections',
  'incidents',
] as const
const views = {
  exposure: ExposureView,
  history: HistoryView,
  terms: TermsView,
  interest: InterestView,
  swaps: SwapView,
  adverts: AdvertView,
  settings: SettingsView,
  corrections: Corrections,
  incidents: IncidentsView,
} as const

/**
 * How many proposed terms of contracts, interest, swaps, adverts and settings wait for this operator as the second
 * person.
 */
export function useRiskCount(): number | null {
  const may = useMay(operatorTermsProposals.confirm.access) === true
  const operatorId = useOperator()?.operatorId
  const often = { enabled: may, refetchInterval: 15_000 }
  const waiting = [
    useQuery({ ...queryFor(operatorTermsProposals.list, { state: 'proposed', limit: 100 }), ...often }).data,
    useQuery({ ...queryFor(operatorInterestProposals.list, { state: 'proposed', limit: 100 }), ...often }).data,
    useQuery({ ...queryFor(operatorSwapProposals.list, { state: 'proposed', limit: 100 }), ...often }).data,
    useQuery({ ...queryFor(operatorAdvertTermsProposals.list, { state: 'proposed', limit: 100 }), ...often }).data,
    useQuery({ ...queryFor(operatorSettingProposals.list, { state: 'proposed', limit: 100 }), ...often }).data,
  ].filter((found) => found !== undefined)
  if (waiting.length === 0) return null
  return waiting
    .flatMap(({ items }) => items.map(({ proposedBy }) => proposedBy))
    .filter((by) => !isAuthor(by, operatorId)).length
}

/**
 * The house's live open payouts, and what contracts came to; the terms, interest products and swaps on offer, and those
 * of adverts; and corrections. Changes take two people.
 */
export const RiskPage = roleScreen('risk.title', operatorExposure.access, Risk)

function Risk() {
  const { id } = usePlace()
  const open = tabs.find((tab) => tab === id) ?? 'exposure'
  const View = views[open]
  const nowMs = useNow(1_000)
  return (
    <Page
      title={t('risk.title')}
      actions={
        <span className={styles.clock}>{t('risk.now', { time: utcDateTime(nowMs, { hasSeconds: true }) })}</span>
      }
    >
      <Tabs
        screen="risk"
        label={t('risk.tabs')}
        open={open}
        tabs={tabs.map((tab) => ({ id: tab, place: tab, label: t(`risk.tab.${tab}`) }))}
      />
      <PageBody>
        <View />
      </PageBody>
    </Page>
  )
}
