import { operatorKycDecided, operatorKycDetail, operatorKycQueue } from '@candor/api/operator'
import type { KycCaseView, KycDecidedView } from '@candor/api/operator'
import { useCaseQueue, useNow, useWaitingCount, WorkQueue } from '../../shared/case/index.ts'
import type { WorkRow } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { countryName } from './country-name.ts'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewDetail } from './review-detail.tsx'
import { matchesSearch, reviewRecord } from './review-model.ts'

const refetchInterval = 5_000
const operations = { waiting: operatorKycQueue, decided: operatorKycDecided, detail: operatorKycDetail }

/** The number of waiting identity checks; null for operators without the role. */
export function useReviewCount(): number | null {
  return useWaitingCount(operatorKycQueue, refetchInterval)
}

/** Identity checks: the queue by promise, the case, and the decision. */
export const ReviewsPage = roleScreen('reviews.title', operatorKycQueue.access, Reviews)

function Reviews() {
  const nowMs = useNow()
  const { place, waiting, decided, detail } = useCaseQueue(operations, refetchInterval)
  const list = { matches: matchesSearch, recordOf: reviewRecord }
  return (
    <WorkQueue
      screen="reviews"
      place={place}
      columns={{
        title: t('reviews.filter.customer'),
        detail: t('reviews.filter.document'),
        aside: t('reviews.filter.stage'),
      }}
      filters={{
        ...(place.side === 'decided' ? {} : { stage: t('reviews.filter.stage') }),
        country: t('reviews.filter.country'),
        document: t('reviews.filter.document'),
      }}
      hasPromise
      waiting={{ ...waiting, ...list, rowOf }}
      decided={{ ...decided, ...list, rowOf: decidedRowOf }}
      open={{
        query: detail,
        detail: (found) => <ReviewDetail key={found.id} detail={found} nowMs={nowMs} />,
        decision: (found) => <ReviewDecision key={found.id} detail={found} />,
      }}
    />
  )
}

function caseOf(item: KycCaseView | KycDecidedView) {
  const { id, subject } = item
  const country = countryName(item.country)
  const document = t(`reviews.document.${item.documentType}`)
  return { id, subject, detail: `${document} · ${country}`, facets: { country, document } }
}

function rowOf(item: KycCaseView): WorkRow {
  const { facets, ...row } = caseOf(item)
  const stage = item.isRecovery ? t('reviews.recovery') : t(`reviews.stage.${item.stage}`)
  return {
    ...row,
    title: item.name ?? t('reviews.nameless'),
    aside: stage,
    promise: { startMs: item.sentMs, promisedMs: item.promisedMs },
    facets: { ...facets, stage },
    decided: null,
  }
}

function decidedRowOf(item: KycDecidedView): WorkRow {
  const { facets, ...row } = caseOf(item)
  const outcome = t(`reviews.state.${item.state}`)
  const { decidedMs: atMs, sentMs: startMs } = item
  return {
    ...row,
    title: t('shared.case.account', { account: item.account }),
    aside: outcome,
    promise: null,
    facets: { ...facets, outcome },
    decided: { atMs, startMs, by: [], wasLate: atMs !== null && atMs > item.promisedMs },
  }
}
