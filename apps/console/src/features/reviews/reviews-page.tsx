import { useState } from 'react'
import type { KycCountry } from '@candor/contract'
import { operatorKycDetail, operatorKycQueue } from '@candor/contract/operator'
import type { KycCaseView } from '@candor/contract/operator'
import { Button, StatePanel } from '@candor/ui'
import { TrayIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { CaseDesk, CaseList, nextCase } from '../../shared/case/index.ts'
import type { CaseRow } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { KeyHint, useShortcuts } from '../../shared/keyboard/index.ts'
import { goTo, usePlace } from '../../shared/navigation/index.ts'
import { RoleGate, useMay } from '../../shared/operator/index.ts'
import { Page, SearchField } from '../../shared/page/index.ts'
import { useNow } from '../../shared/promise/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { countryName } from './country-name.ts'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewDetail } from './review-detail.tsx'
import { matchesSearch } from './review-model.ts'
import styles from './reviews.module.css'

const refetchInterval = 5_000

function useReviewQueue() {
  const may = useMay(operatorKycQueue.roles)
  return useQuery({ ...queryFor(operatorKycQueue, { limit: 100 }), enabled: may === true, refetchInterval })
}

/** How many identity checks wait; null for whom they are none of their business. */
export function useReviewCount(): number | null {
  return useReviewQueue().data?.items.length ?? null
}

/** Identity checks: what waits by its promise, the case, and the decision. */
export function ReviewsPage() {
  return (
    <RoleGate title={t('reviews.title')} access={operatorKycQueue.roles}>
      <Reviews />
    </RoleGate>
  )
}

function Reviews() {
  const [search, setSearch] = useState('')
  const { id } = usePlace()
  const queue = useReviewQueue()
  const found = (queue.data?.items ?? []).filter((item) => matchesSearch(item, search))
  const openNext = () => {
    const next = nextCase(
      found.map((item) => item.id),
      id,
    )
    if (next !== null) goTo('reviews', next)
  }
  useShortcuts({ j: openNext })
  const nowMs = useNow()
  return (
    <Page
      title={t('reviews.title')}
      actions={
        <>
          <SearchField label={t('reviews.search')} value={search} onValue={setSearch} />
          <Button tone="quiet" size="small" disabled={found.length === 0} onClick={openNext} aria-keyshortcuts="J">
            {t('shared.case.next')} <KeyHint name="J" />
          </Button>
        </>
      }
    >
      <CaseDesk
        queue={
          <Loaded query={queue}>
            {() =>
              found.length === 0 ? (
                <StatePanel icon={<TrayIcon size={28} />} title={t('shared.case.empty')} text={t('shared.case.emptyText')} />
              ) : (
                <>
                  <CaseList screen="reviews" label={t('reviews.queue')} rows={found.map(rowOf)} openId={id} nowMs={nowMs} />
                  <p className={styles.ring}>{t('reviews.ring')}</p>
                </>
              )
            }
          </Loaded>
        }
        {...useOpenCase(id, nowMs)}
      />
    </Page>
  )
}

/** The open case and its decision, as columns. */
function useOpenCase(id: string | null, nowMs: number) {
  const query = useQuery({ ...queryFor(operatorKycDetail, { id: id ?? '' }), enabled: id !== null, refetchInterval })
  if (id === null)
    return {
      detail: <StatePanel icon={<TrayIcon size={28} />} title={t('shared.case.pick')} text={t('shared.case.pickText')} />,
      decision: null,
    }
  return {
    detail: <Loaded query={query}>{(detail) => <ReviewDetail key={detail.id} detail={detail} nowMs={nowMs} />}</Loaded>,
    decision: query.data === undefined ? null : <ReviewDecision key={query.data.id} detail={query.data} />,
  }
}

function rowOf(item: KycCaseView): CaseRow {
  const country: KycCountry = item.country
  return {
    id: item.id,
    title: item.name ?? t('reviews.nameless'),
    detail: `${t(`reviews.document.${item.documentType}`)} · ${countryName(country)}`,
    aside: t(`reviews.stage.${item.stage}`),
    promise: { startMs: item.sentMs, promisedMs: item.promisedMs },
  }
}
