import {
  depositRejection,
  operatorDepositDecide,
  operatorDepositDetail,
  operatorDepositQueue,
} from '@candor/api/operator'
import type { DepositCaseDetail } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { call, conclude } from '../../shared/api/index.ts'
import { Choices, DecisionForm, DecisionHead, useDecision } from '../../shared/case/index.ts'
import { useConfirmation } from '../../shared/approval/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useShortcuts } from '../../shared/navigation/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { OptionalSelect, TextInput } from '../../shared/page/index.ts'
import { emptyDeposit, depositError, depositVerdict } from './deposit-model.ts'

/** The decision: approve with the transaction or reject with a reason, and the rule of four eyes. */
export function DepositDecision({ detail }: { readonly detail: DepositCaseDetail }) {
  const { approvalsNeeded, approvalsGiven, state } = detail
  return (
    <>
      <DecisionHead
        title={t('recharges.decision')}
        tag={
          state === 'under-review'
            ? t('recharges.turn', { turn: Math.min(approvalsGiven + 1, approvalsNeeded), needed: approvalsNeeded })
            : t('recharges.decision.done')
        }
      />
      <Note>
        <b>{t('recharges.rule')}</b>. {t(approvalsNeeded > 1 ? 'recharges.rule.two' : 'recharges.rule.one')}{' '}
        {detail.isHeld ? t('recharges.held') : null}
      </Note>
      {detail.mayDecide ? <DepositFields detail={detail} /> : <NothingToDo detail={detail} />}
    </>
  )
}

function NothingToDo({ detail }: { readonly detail: DepositCaseDetail }) {
  const may = useMay(operatorDepositDecide.access)
  if (detail.state !== 'under-review') return <Note>{t('recharges.ended')}</Note>
  return <Note>{t(may === false ? 'recharges.notYours' : 'recharges.waits')}</Note>
}

function DepositFields({ detail }: { readonly detail: DepositCaseDetail }) {
  const { confirm, dialog } = useConfirmation()
  const { form, change, bind, sending } = useDecision({
    empty: emptyDeposit,
    faultOf: (form) => {
      const missing = depositError(form)
      return missing === null ? null : t(`recharges.fault.${missing}`)
    },
    send: async (form) => {
      const reference = form.reference.trim()
      const refusal =
        form.choice === 'approve' ? await confirm({ act: 'deposit.approve', id: detail.id, reference }) : null
      if (refusal !== null) return refusal
      return conclude(await call(operatorDepositDecide, { id: detail.id, ...depositVerdict(form) }), {
        changes: [operatorDepositQueue, operatorDepositDetail],
        done: ({ outcome }) => t(`recharges.done.${outcome}`),
      })
    },
  })
  useShortcuts({
    a: () => change({ choice: 'approve' }),
    r: () => (detail.isHeld ? undefined : change({ choice: 'reject' })),
  })
  return (
    <DecisionForm confirm={t('recharges.record')} sending={sending}>
      <Choices
        {...bind('choice')}
        label={t('recharges.choice')}
        choices={[
          { value: 'approve', label: t('recharges.approve'), hotkey: 'A' },
          ...(detail.isHeld ? [] : [{ value: 'reject' as const, label: t('recharges.reject'), hotkey: 'R' }]),
        ]}
      />
      {form.choice === 'approve' ? (
        <>
          <Note>{t('recharges.find.text')}</Note>
          <TextInput {...bind('reference')} label={t('recharges.find')} maxLength={100} isMono />
        </>
      ) : null}
      {form.choice === 'reject' ? (
        <OptionalSelect
          {...bind('reason')}
          label={t('recharges.reason')}
          none={t('recharges.reason.choose')}
          values={depositRejection.options}
          labelOf={(reason) => t(`recharges.reason.${reason}`)}
        />
      ) : null}
      {dialog}
    </DecisionForm>
  )
}
