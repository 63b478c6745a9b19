import { useEffect, useState } from 'react'
import { kycViewReason } from '@candor/api'
import type { KycSide } from '@candor/api'
import { operatorKycDetail, operatorKycPhoto } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, classNames, IconButton } from '@candor/ui'
import { ArrowClockwiseIcon, EyeIcon } from '@candor/ui/icons/account'
import { MagnifyingGlassMinusIcon, MagnifyingGlassPlusIcon } from '@candor/ui/icons/console'
import type * as z from 'zod/mini'
import { download, refresh } from '../../shared/api/index.ts'
import { t, utcTime } from '../../shared/i18n/index.ts'
import { Select } from '../../shared/page/index.ts'
import type { ReviewCase } from './review-model.ts'
import styles from './photos.module.css'

type ViewReason = z.output<typeof kycViewReason>

/** An opened photo: its address in this page, or why it could not be loaded. */
type Opened = { readonly url: string } | { readonly refusal: string }

/** The photos side by side. They are hidden until the reviewer gives a reason for opening them. */
export function Photos({ detail }: { readonly detail: ReviewCase }) {
  const [reason, setReason] = useState<ViewReason>(detail.stage === 'appeal' ? 'appeal' : 'review')
  const [opened, setOpened] = useState<Readonly<Partial<Record<KycSide, Opened>>>>({})
  const [openedMs, setOpenedMs] = useState<number | null>(null)
  const { isBusy, during } = useBusy()
  useForgottenUrls(opened)
  const kept = detail.photos.filter(({ isDestroyed }) => !isDestroyed)
  const open = async () => {
    const loaded = await during(
      Promise.all(kept.map(async ({ side }) => [side, await load(detail.id, side, reason)] as const)),
    )
    setOpened(Object.fromEntries(loaded))
    setOpenedMs(Date.now())
    refresh(operatorKycDetail)
  }
  return (
    <div>
      <div className={styles.photos}>
        {detail.photos.map(({ side, isDestroyed }) => (
          <Photo key={side} side={side} isDestroyed={isDestroyed} opened={opened[side]} />
        ))}
      </div>
      <div className={styles.recorded}>
        <EyeIcon size={14} />
        <span>
          {openedMs === null
            ? t('reviews.photos.closed')
            : t('reviews.photos.opened', { time: utcTime(openedMs, { hasSeconds: true }) })}
        </span>
      </div>
      {openedMs !== null || kept.length === 0 ? null : (
        <div className={styles.open}>
          <Select
            label={t('reviews.photos.why')}
            value={reason}
            onValue={setReason}
            options={kycViewReason.options.map((value) => ({ value, label: t(`reviews.photos.why.${value}`) }))}
          />
          <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void open()}>
            {t('reviews.photos.open')}
          </Button>
        </div>
      )}
    </div>
  )
}

async function load(id: string, photo: KycSide, reason: ViewReason): Promise<Opened> {
  const result = await download(operatorKycPhoto, { id, photo, reason })
  return result.ok ? { url: URL.createObjectURL(result.value) } : { refusal: result.msg }
}

/** Photos of people must not stay in memory once the case is closed. */
function useForgottenUrls(opened: Readonly<Partial<Record<KycSide, Opened>>>): void {
  useEffect(
    () => () => {
      for (const photo of Object.values(opened))
        if (photo !== undefined && 'url' in photo) URL.revokeObjectURL(photo.url)
    },
    [opened],
  )
}

interface PhotoProps {
  readonly side: KycSide
  readonly isDestroyed: boolean
  readonly opened: Opened | undefined
}

function Photo({ side, isDestroyed, opened }: PhotoProps) {
  const [turns, setTurns] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const name = t(`reviews.side.${side}`)
  const lower = name.toLocaleLowerCase()
  const isShown = opened !== undefined && 'url' in opened
  return (
    <figure className={styles.photo}>
      <figcaption>
        <span>{name}</span>
        {isShown ? (
          <span className={styles.tools}>
            <IconButton
              label={t(isLarge ? 'reviews.photos.zoomOut' : 'reviews.photos.zoomIn', { side: lower })}
              onClick={() => setLarge(!isLarge)}
            >
              {isLarge ? <MagnifyingGlassMinusIcon size={16} /> : <MagnifyingGlassPlusIcon size={16} />}
            </IconButton>
            <IconButton label={t('reviews.photos.rotate', { side: lower })} onClick={() => setTurns((turns + 1) % 4)}>
              <ArrowClockwiseIcon size={16} />
            </IconButton>
          </span>
        ) : null}
      </figcaption>
      <div className={classNames(styles.frame, isLarge && styles.large)}>
        {isShown ? (
          <img src={opened.url} alt={t('reviews.photos.alt', { side: name })} className={styles[`turned${turns}`]} />
        ) : (
          <span className={styles.closed}>
            {isDestroyed
              ? t('reviews.photos.destroyed')
              : opened === undefined
                ? name
                : t('reviews.photos.failed', { reason: opened.refusal })}
          </span>
        )}
      </div>
    </figure>
  )
}
