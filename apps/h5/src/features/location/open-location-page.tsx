import { useId } from 'react'
import { Button } from '@candor/ui'
import { MapPinIcon } from '@candor/ui/icons/map'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { useTexts } from '../../shared/i18n/index.ts'
import { coordinatesText, pointOf } from '../../shared/forms/index.ts'
import { EmptyState, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { copyText } from '../../shared/page/records/index.ts'
import { MapView } from './map-view.tsx'
import styles from './map.module.css'
import { placeWords } from './place-labels.ts'
import { usePlaces } from './use-places.ts'

const startZoom = 7
/** The maximum length of a link's label, which is untrusted. */
const maxLabel = 120
const nothing = () => undefined

/** Shows a shared or stored location. */
export function OpenLocationPage() {
  const texts = useTexts()
  const { t } = texts
  const params = useRouteParams('openLocation')
  const point = pointOf(params)
  const { places } = usePlaces(point !== null)
  const words = useId()
  if (point === null) {
    return (
      <Page title={t('app.title.openLocation')}>
        <PageScreen>
          <EmptyState icon={MapPinIcon} texts={['location.missing.title', 'location.missing.text']} />
        </PageScreen>
      </Page>
    )
  }
  const coordinates = coordinatesText(point)
  return (
    <Page title={t('app.title.openLocation')}>
      <PageScreen
        dock={
          <Button tone="quiet" icon={<CopyIcon size={18} />} onClick={() => void copyText(coordinates)}>
            {t('location.copy')}
          </Button>
        }
      >
        <div className={styles.page}>
          <MapView
            key={coordinates}
            pin="start"
            start={{ point, zoom: startZoom }}
            places={places}
            describedBy={words}
            onMove={nothing}
          />
          <p id={words} className={styles.words}>
            <b>{params.label?.slice(0, maxLabel) ?? placeWords(texts, places, point)}</b>
            <span>{coordinates}</span>
          </p>
        </div>
      </PageScreen>
    </Page>
  )
}
