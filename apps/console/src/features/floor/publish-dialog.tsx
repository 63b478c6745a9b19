import { useRef, useState } from 'react'
import {
  operatorAdvertBand,
  operatorAdvertProposals,
  operatorAdvertPropose,
  operatorAdvertPublish,
  operatorAdverts,
  operatorDeskMoney,
  operatorDesks,
  operatorSwapBid,
} from '@candor/api/operator'
import type { DeskCase } from '@candor/api/operator'
import { newRequestId } from '@candor/client'
import { Button, Dialog, showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { money } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea, TextInput } from '../../shared/page/index.ts'
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
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const bid = useQuery({ ...queryFor(operatorSwapBid, {}), refetchInterval: 2_000 }).data?.bid ?? null
  const band = useQuery({ ...queryFor(operatorAdvertBand, {}), refetchInterval: 2_000 }).data ?? null
  const isProposal = isOutsideBand(form, band)
  // A second press of the same dialog is the same advert.
  const requestId = useRef(newRequestId())
  const change = (part: Partial<AdvertForm>) => {
    setForm({ ...form, ...part })
    setError(null)
    requestId.current = newRequestId()
  }
  const publish = async () => {
    const wrong = advertError(form, { bid, band })
    if (wrong !== null) return setError(wrong === 'note' ? t('shared.reason.short') : t(`floor.fault.${wrong}`))
    setBusy(true)
    const result = await send(form, { requestId: requestId.current, deskId: merchant.id, isProposal })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorAdverts, operatorAdvertProposals, operatorDeskMoney, operatorDesks)
    showToast('done', t(isProposal ? 'shared.proposal.proposed' : 'floor.publish.done'))
    onClose()
  }
  const cost = advertCost(form)
  return (
    <Dialog
      title={t('floor.publish.title', { name: merchant.name })}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void publish()}>
            {t(isProposal ? 'shared.proposal.send' : 'floor.publish.confirm')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{bid === null ? t('floor.publish.noBid') : t('floor.publish.bid', { bid })}</p>
      {band === null || band.officialPrice === null ? null : (
        <p>{t('floor.publish.band', { price: priceText(band.officialPrice), percent: bpsText(band.bandBps) })}</p>
      )}
      <AdvertFields merchant={merchant} form={form} change={change} fault={fault} isProposal={isProposal} />
      <p className={styles.quiet}>
        {cost === null ? t('floor.publish.keeps') : t('floor.publish.cost', { amount: money(cost, 'USD') })}
      </p>
    </Dialog>
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
            value={form[field]}
            onValue={(text) => change({ [field]: text })}
            {...(field === 'maximum' ? { error: fault } : {})}
            maxLength={19}
          />
        ))}
      </div>
      {isProposal ? (
        <TextArea
          label={t('floor.publish.why')}
          value={form.note}
          onValue={(note) => change({ note })}
          maxLength={500}
        />
      ) : null}
    </>
  )
}

function send(
  { note, ...advert }: AdvertForm,
  { isProposal, ...to }: { readonly requestId: string; readonly deskId: string; readonly isProposal: boolean },
) {
  return isProposal
    ? call(operatorAdvertPropose, { ...advert, ...to, note: note.trim() })
    : call(operatorAdvertPublish, { ...advert, ...to })
}
