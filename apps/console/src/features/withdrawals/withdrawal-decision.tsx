import {
  operatorWithdrawalCompleted,
  operatorWithdrawalDecide,
  operatorWithdrawalDestination,
  operatorWithdrawalDetail,
  operatorWithdrawalFailed,
  operatorWithdrawalQueue,
  operatorWithdrawalSent,
} from '@candor/api/operator'
import type { WithdrawalCaseDetail } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { call, conclude } from '../../shared/api/index.ts'
import { Choices, DecisionForm, DecisionHead, useDecision } from '../../shared/case/index.ts'
import { useConfirmation } from '../../shared/approval/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useShortcuts } from '../../shared/navigation/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { OptionalSelect, TextArea, TextInput } from '../../shared/page/index.ts'
import type { Bind } from '../../shared/page/index.ts'
import { actsOf, emptyWithdrawal, obstacleTo, rejections, withdrawalError } from './withdrawal-model.ts'
import type { WithdrawalAct, WithdrawalForm } from './withdrawal-model.ts'

const hotkeys: Readonly<Record<WithdrawalAct, string>> = {
  approve: 'A',
  reject: 'R',
  sent: 'S',
  completed: 'A',
  failed: 'F',
}

/** The acts that this operator may take on the withdrawal, and the four-eyes rule. */
export function WithdrawalDecision({ detail }: { readonly detail: WithdrawalCaseDetail }) {
  const { approvalsNeeded, approvalsGiven, state } = detail
  const acts = actsOf(detail)
  return (
    <>
      <DecisionHead
        title={t('withdrawals.decision')}
        tag={
          state === 'under-review'
            ? t('withdrawals.decision.tag', {
                turn: Math.min(approvalsGiven + 1, approvalsNeeded),
                needed: approvalsNeeded,
              })
            : t(`withdrawals.state.${state}`)
        }
      />
      <Note>
        <b>{t('withdrawals.four')}</b>. {t(approvalsNeeded > 1 ? 'withdrawals.four.two' : 'withdrawals.four.one')}
      </Note>
      {acts.length === 0 ? <NothingToDo detail={detail} /> : <WithdrawalFields detail={detail} acts={acts} />}
    </>
  )
}

function NothingToDo({ detail }: { readonly detail: WithdrawalCaseDetail }) {
  const may = useMay(operatorWithdrawalDecide.access)
  if (detail.endedMs !== null) return <Note>{t('withdrawals.ended')}</Note>
  return <Note>{t(may === false ? 'withdrawals.notYours' : 'withdrawals.waits')}</Note>
}

interface FieldsProps {
  readonly detail: WithdrawalCaseDetail
  readonly acts: readonly WithdrawalAct[]
}

function WithdrawalFields({ detail, acts }: FieldsProps) {
  const { confirm, dialog } = useConfirmation()
  const { form, change, bind, sending } = useDecision({
    empty: emptyWithdrawal,
    faultOf: (form) => {
      const missing = withdrawalError(form)
      return missing === null ? null : t(`withdrawals.fault.${missing}`)
    },
    send: async (form) => {
      const act = signedActs.get(form.act)
      const refusal =
        act === undefined ? null : await confirm({ act, id: detail.id }, () => wholeDestination(detail.id))
      if (refusal !== null) return refusal
      return conclude(await send(detail.id, form), {
        changes: [operatorWithdrawalQueue, operatorWithdrawalDetail],
        done: ({ state }) => t(`withdrawals.done.${state}`),
      })
    },
  })
  const choices = acts.map((act) => {
    const obstacle = obstacleTo(act, detail)
    return {
      value: act,
      label: t(`withdrawals.${act}`),
      hotkey: hotkeys[act],
      obstacle: obstacle === null ? undefined : t(`withdrawals.obstacle.${obstacle}`),
    }
  })
  useShortcuts(
    Object.fromEntries(
      choices
        .filter(({ obstacle }) => obstacle === undefined)
        .map(({ value, hotkey }) => [hotkey.toLowerCase(), () => change({ act: value })]),
    ),
  )
  return (
    <DecisionForm confirm={t('withdrawals.record')} sending={sending}>
      <Choices {...bind('act')} label={t('withdrawals.choice')} choices={choices} />
      <ActFields act={form.act} bind={bind} />
      {dialog}
    </DecisionForm>
  )
}

/** The acts that a passkey confirms where they need two people. */
const signedActs = new Map<WithdrawalForm['act'], 'withdrawal.approve' | 'withdrawal.fail'>([
  ['approve', 'withdrawal.approve'],
  ['failed', 'withdrawal.fail'],
])

async function wholeDestination(id: string): Promise<string | null> {
  const opened = await call(operatorWithdrawalDestination, { id })
  return opened.ok ? opened.value.number : null
}

interface ActFieldsProps {
  readonly act: WithdrawalForm['act']
  readonly bind: Bind<WithdrawalForm>
}

/** The fields of an act: a reason, the payment's reference, the proof. */
function ActFields({ act, bind }: ActFieldsProps) {
  switch (act) {
    case 'reject':
      return (
        <OptionalSelect
          {...bind('reason')}
          label={t('withdrawals.reason')}
          none={t('withdrawals.reason.choose')}
          values={rejections}
          labelOf={(reason) => t(`withdrawals.reason.${reason}`)}
        />
      )
    case 'sent':
      return (
        <>
          <Note>{t('withdrawals.sent.text')}</Note>
          <TextInput {...bind('reference')} label={t('withdrawals.reference')} maxLength={120} isMono />
        </>
      )
    case 'failed':
      return (
        <>
          <Note>{t('withdrawals.failed.text')}</Note>
          <TextArea {...bind('proof')} label={t('withdrawals.proof')} maxLength={2_000} />
        </>
      )
    case 'approve':
    case 'completed':
    case null:
      return null
  }
}

function send(id: string, form: WithdrawalForm) {
  switch (form.act) {
    case 'sent':
      return call(operatorWithdrawalSent, { id, reference: form.reference })
    case 'completed':
      return call(operatorWithdrawalCompleted, { id })
    case 'failed':
      return call(operatorWithdrawalFailed, { id, proof: form.proof })
    case 'reject':
      return call(operatorWithdrawalDecide, {
        id,
        verdict: 'reject',
        ...(form.reason === null ? {} : { reason: form.reason }),
      })
    case 'approve':
    case null:
      return call(operatorWithdrawalDecide, { id, verdict: 'approve' })
  }
}
