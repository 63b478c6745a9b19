import { useRef, useState } from 'react'
import {
  operatorAdvertBand,
  operatorAdvertProposals,
  operatorAdvertPublish,
  operatorAdverts,
  operatorDeskMoney,
  operatorDesks,
  operatorSwapBid,
} from '@candor/api/operator'
import type { DeskCase } from '@candor/api/operator'
import { newRequestId } from '@candor/client'
import { useQuery } from '@tanstack/react-query'
import { call, conclude, queryFor } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { bindTo, Select, TextArea, TextInput } from '../../shared/page/index.ts'
import { advertCost, advertError, emptyAdvert, isOutsideBand } from './floor-model.ts'
import type { AdvertForm } from './floor-model.ts'
import { bpsText, priceText } from './price-labels.ts'
import styles from './floor.module.css'

const fields = ['unitPrice', 'total', 'minimum', 'maximum'] as const

/**
 * A merchant's new advert: with the prices that it is judged by beside it, and the amount it holds. Outside the band of
 * the official price it is proposed to a second operator.
 */
export function PublishDialog({ merchant, onClose }: { readonly merchant: DeskCase; readonly onClose: () => void }) {
  const [form, setForm] = useState<AdvertForm>(emptyAdvert)
  const bid = useQuery({ ...queryFor(operatorSwapBid, {}), refetchInterval: 2_000 }).data?.bid ?? null
  const band = useQuery({ ...queryFor(operatorAdvertBand, {}), refetchInterval: 2_000 }).data ?? null
  const isProposal = isOutsideBand(form, band)
  // A second press of the same dialog is the same advert.
  const requestId = useRef(newRequestId())
  const change = (part: Partial<AdvertForm>) => {
    setForm({ ...form, ...part })
    requestId.current = newRequestId()
  }
  const faultOf = () => {
    const wrong = advertError(form, { bid, band })
    return wrong === null ? null : wrong === 'note' ? t('shared.reason.short') : t(`floor.fault.${wrong}`)
  }
  const publish = async () =>
    conclude<unknown>(await send(form, { requestId: requestId.current, deskId: merchant.id, isProposal }), {
      changes: [operatorAdverts, operatorAdvertProposals.list, operatorDeskMoney, operatorDesks],
      done: t(isProposal ? 'shared.proposal.proposed' : 'floor.publish.done'),
    })
  const cost = advertCost(form)
  return (
    <ActDialog
      title={t('floor.publish.title', { name: merchant.name })}
      text={bid === null ? t('floor.publish.noBid') : t('floor.publish.bid', { bid })}
      confirm={t(isProposal ? 'shared.proposal.send' : 'floor.publish.confirm')}
      faultOf={faultOf}
      send={publish}
      onClose={onClose}
    >
      {(fault, clearFault) => (
        <>
          {band === null || band.officialPrice === null ? null : (
            <p>{t('floor.publish.band', { price: priceText(band.officialPrice), percent: bpsText(band.bandBps) })}</p>
          )}
          <AdvertFields
            merchant={merchant}
            form={form}
            change={(part) => {
              change(part)
              clearFault()
            }}
            fault={fault}
            isProposal={isProposal}
          />
          <p className={styles.quiet}>
            {cost === null ? t('floor.publish.keeps') : t('floor.publish.cost', { amount: money(cost, 'USD') })}
          </p>
        </>
      )}
    </ActDialog>
  )
}

interface AdvertFieldsProps {
  readonly merchant: DeskCase
  readonly form: AdvertForm
  readonly change: (part: Partial<AdvertForm>) => void
  readonly fault: string | null
  /** A second operator publishes it, and reads why. */
  readonly isProposal: boolean
}

function AdvertFields({ merchant, form, change, fault, isProposal }: AdvertFieldsProps) {
  const bind = bindTo(form, change)
  return (
    <>
      <div className={styles.fields}>
        <Select
          label={t('floor.publish.how')}
          value={form.isAuto ? 'auto' : 'manual'}
          onValue={(how) => change({ isAuto: how === 'auto' })}
          options={(merchant.kind === 'house' ? (['manual', 'auto'] as const) : (['manual'] as const)).map((value) => ({
            value,
            label: t(`floor.publish.how.${value}`),
          }))}
        />
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(`floor.publish.${field}`)}
            {...bind(field)}
            {...(field === 'maximum' ? { error: fault } : {})}
            maxLength={19}
          />
        ))}
      </div>
      {isProposal ? <TextArea {...bind('note')} label={t('floor.publish.why')} maxLength={500} /> : null}
    </>
  )
}

function send(
  { note, ...advert }: AdvertForm,
  { isProposal, ...to }: { readonly requestId: string; readonly deskId: string; readonly isProposal: boolean },
) {
  return isProposal
    ? call(operatorAdvertProposals.propose, { ...advert, ...to, note: note.trim() })
    : call(operatorAdvertPublish, { ...advert, ...to })
}
