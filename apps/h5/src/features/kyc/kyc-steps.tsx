import type { KycSubmissionView } from '@candor/api'
import { formatTime, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { RecordTimeline } from '../../shared/page/records/index.ts'
import type { RecordStep } from '../../shared/page/records/index.ts'

/** Past and future steps of an identity check, each with its time. */
export function KycSteps({ submission }: { readonly submission: KycSubmissionView }) {
  const texts = useTexts()
  return <RecordTimeline label={texts.t('kyc.status.steps')} steps={stepsOf(texts, submission)} />
}

function stepsOf({ t, locale }: Texts, submission: KycSubmissionView): readonly RecordStep[] {
  const { sentMs, promisedMs, firstCheckedMs, isAppeal } = submission
  const at = (ms: number) => formatTime(locale, ms)
  const by = (ms: number) => t('kyc.status.time', { time: at(ms) })
  const sent: readonly RecordStep[] = [
    { key: 'sent', state: 'done', title: t('kyc.status.sent'), when: at(sentMs) },
    { key: 'readable', state: 'done', title: t('kyc.status.readable'), when: at(sentMs) },
  ]
  const [checks, promised] = [t('kyc.status.checks'), by(promisedMs)]
  if (isAppeal)
    return [...sent, { key: 'appeal', state: 'now', title: t('kyc.status.appealStep'), when: promised, text: checks }]
  const first = { key: 'first', title: t('kyc.status.first') }
  const second = { key: 'second', title: t('kyc.status.second'), when: promised }
  if (firstCheckedMs === null) {
    const when = by((sentMs + promisedMs) / 2)
    return [...sent, { ...first, state: 'now', when, text: checks }, { ...second, state: 'next' }]
  }
  return [...sent, { ...first, state: 'done', when: at(firstCheckedMs) }, { ...second, state: 'now' }]
}
