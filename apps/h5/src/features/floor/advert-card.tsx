import type { AdvertView } from '@candor/api'
import { Button, Glyph, Tag } from '@candor/ui'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { advertTexts, faceOf, remainingPercent } from '../../shared/money/adverts/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, pathOf } from '../../shared/page/index.ts'
import styles from './advert-card.module.css'

export interface AdvertCardProps {
  readonly advert: AdvertView
  readonly referencePrice: string | null
  readonly onSell: () => void
}

/** A merchant's price for one USDT, the remaining quantity, and the limits of one sale. */
export function AdvertCard({ advert, referencePrice, onSell }: AdvertCardProps) {
  const texts = useTexts()
  const { t } = texts
  const face = faceOf(advert)
  const canSell = face === 'open' || face === 'low'
  const { price, difference, left, limits, confirms } = advertTexts(texts, advert, referencePrice)
  return (
    <article className={styles.card} data-face={face} aria-label={advert.desk.name}>
      <div className={styles.row}>
        <span className={styles.desk}>
          <Glyph size="small">{advert.desk.name.slice(0, 1)}</Glyph>
          <a href={hrefOf('investInfo', { type: 'advert', id: advert.id, from: pathOf('floor') })}>
            <b>{advert.desk.name}</b>
            <CaretRightIcon size={12} />
          </a>
        </span>
        {canSell ? <span className={styles.pace}>{confirms}</span> : <Tag>{t(`floor.face.${face}`)}</Tag>}
      </div>
      <div className={styles.offer}>
        <div>
          <p className={styles.price}>
            {price} <span className={styles.unit}>{t('floor.unit')}</span>
          </p>
          {difference === null ? null : (
            <p className={styles.difference}>{t('adverts.against', { percent: difference })}</p>
          )}
        </div>
        {canSell ? (
          <Button size="medium" aria-label={t('floor.sellTo', { desk: advert.desk.name })} onClick={onSell}>
            {t('floor.sell')}
          </Button>
        ) : null}
      </div>
      <div className={styles.bar} role="img" aria-label={left}>
        <span style={{ width: `${remainingPercent(advert)}%` }} />
      </div>
      <p className={styles.limits}>
        <span>{left}</span>
        <span>{limits}</span>
      </p>
    </article>
  )
}
