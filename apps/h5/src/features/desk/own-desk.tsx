import { floorAdverts, floorClose, floorDesk } from '@candor/api'
import type { AdvertView, OutputOf } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, Card, FactList, showToast, Tag } from '@candor/ui'
import { call, invalidate } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { advertLimits, leftText, priceText } from '../../shared/money/adverts/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { navigation, PageScreen } from '../../shared/page/index.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import styles from './desk.module.css'

export interface OwnDeskProps {
  readonly desk: NonNullable<OutputOf<typeof floorDesk>['desk']>
}

/** An approved desk: its money and its adverts. */
export function OwnDesk({ desk }: OwnDeskProps) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <PageScreen dock={<Button onClick={() => navigation.navigate('deskPublish')}>{t('desk.place')}</Button>}>
      <div className={styles.page}>
        <div className={styles.head}>
          <h2 className={styles.name}>{desk.name}</h2>
          <Tag tone="ink">{t('desk.state.approved')}</Tag>
        </div>
        <Card>
          <FactList
            facts={[
              { name: t('desk.money.free'), value: ownMoney(desk.freeUsd, 'USD'), isMain: true },
              { name: t('desk.money.kept'), value: ownMoney(desk.keptUsd, 'USD') },
              { name: t('desk.money.usdt'), value: ownMoney(desk.usdt, 'USDT') },
            ]}
          />
        </Card>
        <p className={styles.small}>{t('desk.money.text')}</p>
        <AskSupportRow />
        <h2 className={styles.part}>{t('desk.adverts')}</h2>
        {desk.adverts.length === 0 ? <p className={styles.small}>{t('desk.adverts.none')}</p> : null}
        {desk.adverts.map((advert) => (
          <OwnAdvert key={advert.id} advert={advert} />
        ))}
      </div>
    </PageScreen>
  )
}

function OwnAdvert({ advert }: { readonly advert: AdvertView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { isBusy, during } = useBusy()
  const close = async () => {
    const result = await during(call(floorClose, { id: advert.id }))
    invalidate(floorDesk, floorAdverts)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('desk.closedNow') : result.msg)
  }
  return (
    <Card isPadded>
      <div className={styles.head}>
        <b>{t('desk.advert.price', { price: priceText(locale, advert.unitPrice) })}</b>
        {advert.isOpen ? (
          <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void close()}>
            {t('desk.close')}
          </Button>
        ) : (
          <Tag>{t('desk.closed')}</Tag>
        )}
      </div>
      <p className={styles.small}>{leftText(texts, advert)}</p>
      <p className={styles.small}>{advertLimits(texts, advert)}</p>
    </Card>
  )
}
