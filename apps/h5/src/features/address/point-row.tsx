import { Button, Card } from '@candor/ui'
import { MapPinIcon } from '@candor/ui/icons/map'
import { useTexts } from '../../shared/i18n/index.ts'
import { coordinatesText } from '../../shared/forms/index.ts'
import type { Point } from '../../shared/forms/index.ts'
import { navigation } from '../../shared/page/index.ts'
import styles from './address.module.css'

interface PointRowProps {
  readonly point: Point | null
  /** Called before another screen opens, to save the entered text. */
  readonly onLeave: () => void
  readonly onRemove: () => void
}

/** The point on the map that belongs to the address, and the ways to choose, see and remove it. */
export function PointRow({ point, onLeave, onRemove }: PointRowProps) {
  const { t } = useTexts()
  const texts = point === null ? {} : { lat: String(point.lat), lng: String(point.lng) }
  const open = (screen: 'chooseLocation' | 'openLocation') => {
    onLeave()
    if (screen === 'chooseLocation') navigation.navigate('chooseLocation', { for: 'address', ...texts })
    else navigation.navigate('openLocation', texts)
  }
  return (
    <Card isPadded>
      <section aria-label={t('address.point')} className={styles.point}>
        <p className={styles.place}>
          <MapPinIcon size={20} />
          {point === null ? t('address.none') : coordinatesText(point)}
        </p>
        <Button tone="quiet" size="medium" onClick={() => open('chooseLocation')}>
          {t(point === null ? 'address.point.choose' : 'address.point.other')}
        </Button>
        {point === null ? null : (
          <>
            <Button tone="bare" size="medium" onClick={() => open('openLocation')}>
              {t('address.point.show')}
            </Button>
            <Button tone="bare" size="medium" onClick={onRemove}>
              {t('address.point.remove')}
            </Button>
          </>
        )}
      </section>
    </Card>
  )
}
