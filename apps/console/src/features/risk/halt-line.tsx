import {
  operatorMarketLift,
  operatorMarketLiftRefuse,
  operatorMarketLiftRequest,
  operatorMarkets,
} from '@candor/api/operator'
import type { HaltView } from '@candor/api/operator'
import { call } from '../../shared/api/index.ts'
import { ReasonButton } from '../../shared/case/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { isAuthor, SecondPersonActs } from '../../shared/approval/index.ts'
import type { Author } from '../../shared/approval/index.ts'
import type { Market } from './stakes-model.ts'
import styles from './risk.module.css'

/** A halt in force: who, why, and how to lift it, which takes two people. */
export function HaltLine({ market, halt }: { readonly market: Market; readonly halt: HaltView }) {
  const { reason, note, haltedBy, haltedMs, lift } = halt
  return (
    <div className={styles.proposal}>
      <div className={styles.proposalLabel}>
        <b>{t('risk.halt.line', { name: market.name })}</b>
        <p>
          {t('risk.halt.by', {
            name: haltedBy.name,
            time: utcDateTime(haltedMs),
            reason: t(`risk.halt.reason.${reason}`),
            note,
          })}
        </p>
        {lift === null ? null : (
          <p className={styles.quiet}>
            {lift.requestedBy === null
              ? t('risk.lift.byHidden', { time: utcDateTime(lift.requestedMs), note: lift.note })
              : t('risk.lift.by', {
                  name: lift.requestedBy.name,
                  time: utcDateTime(lift.requestedMs),
                  note: lift.note,
                })}
          </p>
        )}
      </div>
      {lift === null ? <LiftRequest halt={halt} /> : <LiftActs halt={halt} requester={lift.requestedBy} />}
    </div>
  )
}

function LiftRequest({ halt: { id } }: { readonly halt: HaltView }) {
  const may = useMay(operatorMarketLiftRequest.access) === true
  return may ? (
    <ReasonButton
      label={t('risk.lift')}
      title={t('risk.lift.title')}
      text={t('risk.lift.text')}
      confirm={t('risk.lift')}
      send={(note) => call(operatorMarketLiftRequest, { id, note })}
      changes={[operatorMarkets]}
      done={t('risk.lift.asked')}
    />
  ) : null
}

function LiftActs({ halt: { id }, requester }: { readonly halt: HaltView; readonly requester: Author }) {
  const may = useMay(operatorMarketLift.access) === true
  const isOwn = isAuthor(requester, useOperator()?.operatorId)
  return may ? (
    <SecondPersonActs
      id={id}
      isOwn={isOwn}
      mayConfirm
      mayReject
      confirm={{
        act: 'halt.lift',
        send: () => call(operatorMarketLift, { id }),
        done: () => t('risk.lift.done'),
        changes: [operatorMarkets],
      }}
      reject={{
        send: (note) => call(operatorMarketLiftRefuse, { id, note }),
        done: t('risk.lift.refused'),
        changes: [operatorMarkets],
      }}
    />
  ) : null
}
