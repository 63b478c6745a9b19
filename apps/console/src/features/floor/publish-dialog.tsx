import { useRef, useState } from 'react'
import {
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
import { Select, TextInput } from '../../shared/page/index.ts'
import { advertCost, advertError, emptyAdvert } from './floor-model.ts'
import type { AdvertForm } from './floor-model.ts'
import styles from './floor.module.css'

const fields = ['unitPrice', 'total', 'minimum', 'maximum'] as const

/** A merchant's new advert: with the swap price beside it, and the amount it holds. */
export function PublishDialog({ merchant, onClose }: { readonly merchant: DeskCase; readonly onClose: () => void }) {
  const [form, setForm] = useState<AdvertForm>(emptyAdvert)
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const bid = useQuery({ ...queryFor(operatorSwapBid, {}), refetchInterval: 2_000 }).data?.bid ?? null
  // A second press of the same dialog is the same advert.
  const requestId = useRef(newRequestId())
  const change = (part: Partial<AdvertForm>) => {
    setForm({ ...form, ...part })
    setError(null)
    requestId.current = newRequestId()
  }
  const publish = async () => {
    const wrong = advertError(form, bid)
    if (wrong !== null) return setError(t(`floor.fault.${wrong}`))
    setBusy(true)
    const result = await call(operatorAdvertPublish, { ...form, requestId: requestId.current, deskId: merchant.id })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorAdverts, operatorDeskMoney, operatorDesks)
    showToast('done', t('floor.publish.done'))
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
            {t('floor.publish.confirm')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{bid === null ? t('floor.publish.noBid') : t('floor.publish.bid', { bid })}</p>
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
      <p className={styles.quiet}>
        {cost === null ? t('floor.publish.keeps') : t('floor.publish.cost', { amount: money(cost, 'USD') })}
      </p>
    </Dialog>
  )
}
