import { operatorKycDetail, operatorKycQueue } from '@candor/api/operator'
import type { KycCaseView } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { QueuePage } from '../../shared/case/index.ts'
import type { CaseRow } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { RoleGate, useMay } from '../../shared/operator/index.ts'
import { useNow } from '../../shared/promise/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { countryName } from './country-name.ts'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewDetail } from './review-detail.tsx'
import { matchesSearch } from './review-model.ts'

const refetchInterval = 5_000

function useReviewQueue() {
  const may = useMay(operatorKycQueue.access)
  return useQuery({ ...queryFor(operatorKycQueue, { limit: 100 }), enabled: may === true, refetchInterval })
}

/** The number of waiting identity checks; null for operators without the role. */
export function useReviewCount(): number | null {
  return useReviewQueue().data?.items.length ?? null
}

/** Identity checks: the queue by promise, the case, and the decision. */
export function ReviewsPage() {
  return (
    <RoleGate title={t('reviews.title')} access={operatorKycQueue.access}>
      <Reviews />
    </RoleGate>
  )
}

function Reviews() {
  const { id } = usePlace()
  const nowMs = useNow()
  const detail = useQuery({ ...queryFor(operatorKycDetail, { id: id ?? '' }), enabled: id !== null, refetchInterval })
  const open = {
    detail: <Loaded query={detail}>{(found) => <ReviewDetail key={found.id} detail={found} nowMs={nowMs} />}</Loaded>,
    decision: detail.data === undefined ? null : <ReviewDecision key={detail.data.id} detail={detail.data} />,
  }
  return (
    <QueuePage
      screen="reviews"
      title={t('reviews.title')}
      searchLabel={t('reviews.search')}
      queueLabel={t('reviews.queue')}
      note={t('reviews.ring')}
      query={useReviewQueue()}
      matches={matchesSearch}
      rowOf={rowOf}
      open={id === null ? null : open}
    />
  )
}

function rowOf(item: KycCaseView): CaseRow {
  return {
    id: item.id,
    title: item.name ?? t('reviews.nameless'),
    detail: `${t(`reviews.document.${item.documentType}`)} · ${countryName(item.country)}`,
    aside: item.isRecovery ? t('reviews.recovery') : t(`reviews.stage.${item.stage}`),
    promise: { startMs: item.sentMs, promisedMs: item.promisedMs },
  }
}
