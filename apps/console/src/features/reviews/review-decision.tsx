import { sidesOf } from '@candor/api'
import { operatorKycDecide, operatorKycDetail, operatorKycQueue } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { call, conclude } from '../../shared/api/index.ts'
import { Choices, DecisionForm, DecisionHead, Steps, useDecision } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useShortcuts } from '../../shared/navigation/index.ts'
import { useOperator } from '../../shared/operator/index.ts'
import { OptionalSelect, Select, TextArea } from '../../shared/page/index.ts'
import { codesOf, emptyReview, reviewError, targetsOf, verdictOf } from './decision-model.ts'
import type { ReasonCode, ReasonTarget, ReviewForm } from './decision-model.ts'
import { targetWord } from './reason-labels.ts'
import { reviewSteps } from './review-model.ts'
import type { ReviewCase, ReviewStep } from './review-model.ts'

/** The blind decision: who has decided, the choice, and its reason. */
export function ReviewDecision({ detail }: { readonly detail: ReviewCase }) {
  const name = useOperator()?.name ?? ''
  return (
    <>
      <DecisionHead title={t('reviews.decision')} tag={t(`reviews.decision.${detail.stage ?? 'done'}`)} />
      <Steps steps={reviewSteps(detail).map((step) => stepLabel(step, detail, name))} />
      {detail.mayDecide ? (
        <ReviewFields detail={detail} />
      ) : detail.stage === null ? null : (
        <Note>{t(detail.hasDecided ? 'reviews.decision.cannot' : 'reviews.decision.notYours')}</Note>
      )}
    </>
  )
}

function stepLabel({ state, who }: ReviewStep, { stage }: ReviewCase, name: string) {
  switch (who) {
    case 'first':
      return { state, title: t('reviews.step.firstDone'), text: t('reviews.step.sealed') }
    case 'you':
      return { state, title: t('reviews.step.you', { name }), text: yourTurn(stage) }
    case 'wait':
      return { state, title: t('reviews.step.wait'), text: t('reviews.step.waitText') }
    case 'lead':
      return { state, title: t('reviews.step.waitLead'), text: t('reviews.step.waitText') }
    case 'result':
      return {
        state,
        title: t('reviews.step.result'),
        text: t(stage === 'lead' || stage === 'appeal' ? 'reviews.step.resultLead' : 'reviews.step.resultText'),
      }
  }
}

function yourTurn(stage: ReviewCase['stage']): string {
  if (stage === 'lead') return t('reviews.step.youLead')
  if (stage === 'appeal') return t('reviews.step.youAppeal')
  return t(stage === 'first' ? 'reviews.step.youFirst' : 'reviews.step.youSecond')
}

function ReviewFields({ detail }: { readonly detail: ReviewCase }) {
  const sides = sidesOf(detail.documentType)
  const { form, change, bind, sending } = useDecision({
    empty: emptyReview,
    faultOf: (form) => {
      const missing = reviewError(form, sides)
      return missing === null ? null : t(`reviews.fault.${missing}`)
    },
    send: async (form) =>
      conclude(await call(operatorKycDecide, { id: detail.id, ...verdictOf(form, sides) }), {
        changes: [operatorKycQueue, operatorKycDetail],
        done: ({ outcome }) => t(`reviews.done.${outcome}`),
      }),
  })
  useShortcuts({
    a: () => change({ choice: 'approve' }),
    p: () => change({ choice: 'photo' }),
    r: () => change({ choice: 'reject' }),
  })
  return (
    <DecisionForm confirm={t('reviews.decision.record')} sending={sending}>
      <Choices
        {...bind('choice')}
        label={t('reviews.decision.choice')}
        choices={[
          { value: 'approve', label: t('reviews.decision.approve'), hotkey: 'A' },
          { value: 'photo', label: t('reviews.decision.photo'), hotkey: 'P' },
          { value: 'reject', label: t('reviews.decision.reject'), hotkey: 'R' },
        ]}
      />
      <Reasons form={form} targets={targetsOf(form.choice, sides)} change={change} />
      <TextArea {...bind('note')} label={t('reviews.note')} maxLength={1_000} />
    </DecisionForm>
  )
}

interface ReasonsProps {
  readonly form: ReviewForm
  readonly targets: readonly ReasonTarget[]
  readonly change: (part: Partial<ReviewForm>) => void
}

/** The reasons per target, and what the customer may do about them. */
function Reasons({ form, targets, change }: ReasonsProps) {
  return (
    <>
      {targets.map((target) => (
        <ReasonSelect
          key={target}
          target={target}
          code={form.reasons[target]}
          onCode={(code) => change({ reasons: { ...form.reasons, [target]: code } })}
        />
      ))}
      {form.choice === 'reject' ? (
        <Select
          label={t('reviews.what')}
          value={form.isFinal ? 'final' : 'fix-data'}
          onValue={(value) => change({ isFinal: value === 'final' })}
          options={[
            { value: 'fix-data', label: t('reviews.what.fix-data') },
            { value: 'final', label: t('reviews.what.final') },
          ]}
        />
      ) : null}
    </>
  )
}

interface ReasonSelectProps {
  readonly target: ReasonTarget
  readonly code: ReasonCode | undefined
  readonly onCode: (code: ReasonCode | undefined) => void
}

function ReasonSelect({ target, code, onCode }: ReasonSelectProps) {
  const isPhoto = target === 'front' || target === 'back'
  return (
    <OptionalSelect
      label={
        isPhoto
          ? t('reviews.reason.photo', { side: targetWord(target) })
          : t('reviews.reason.field', { field: targetWord(target) })
      }
      none={t('reviews.fine')}
      values={codesOf(target)}
      labelOf={(value) => t(`reviews.code.${value}`)}
      value={code ?? null}
      onValue={(value) => onCode(value ?? undefined)}
    />
  )
}
