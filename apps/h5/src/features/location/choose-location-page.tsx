import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton, Note } from '@candor/ui'
import { CrosshairSimpleIcon } from '@candor/ui/icons/map'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import { chosenLocation, coordinatesText, pointOf, useSettled } from '../../shared/forms/index.ts'
import type { Point } from '../../shared/forms/index.ts'
import { navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { useHomeBox } from './home-box.ts'
import type { LiveMap } from './leaflet-map.ts'
import { MapView } from './map-view.tsx'
import styles from './map.module.css'
import { PlaceSearch } from './place-search.tsx'
import { placeWords } from './place-labels.ts'
import { currentPosition } from './position.ts'
import type { PositionError } from './position.ts'
import { usePlaces } from './use-places.ts'

/** The initial map where no country is known: the whole world. */
const wholeWorld = { point: { lat: 25, lng: 10 }, zoom: 1 }
const zoomOf = { given: 8, town: 7, position: 9 } as const

/** Chooses a location: the one under the pin in the middle of the map. */
export function ChooseLocationPage() {
  const texts = useTexts()
  const { t } = texts
  const params = useRouteParams('chooseLocation')
  const given = pointOf(params)
  const [point, setPoint] = useState<Point | null>(given)
  const [isSearching, setSearching] = useState(false)
  const { places, isFailed } = usePlaces(isSearching || point !== null)
  const map = useRef<LiveMap | null>(null)
  const home = useHomeBox()
  const isUntouched = point === null
  useEffect(() => {
    if (isUntouched && home !== null) map.current?.begin(home)
  }, [isUntouched, home])
  const words = useId()
  // Spoken once the map rests, not at each step of a hand.
  const settled = useSettled(point)
  const use = () => {
    if (point === null) return
    chosenLocation.put(params.for === 'support' ? 'support' : 'address', {
      point,
      label: placeWords(texts, places, point),
    })
    navigation.back()
  }
  return (
    <Page title={t('app.title.chooseLocation')}>
      <PageScreen
        dock={
          <Button disabled={point === null} onClick={use}>
            {t('location.use')}
          </Button>
        }
      >
        <div className={styles.page}>
          <PlaceSearch
            places={places}
            isFailed={isFailed}
            onStart={() => setSearching(true)}
            onPlace={(place) => map.current?.show(place, zoomOf.town)}
          />
          <MapView
            start={given === null ? wholeWorld : { point: given, zoom: zoomOf.given }}
            onMap={(drawn) => {
              map.current = drawn
            }}
            pin="middle"
            places={places}
            describedBy={words}
            onMove={setPoint}
          >
            <PositionButton onPoint={(own) => map.current?.show(own, zoomOf.position)} />
          </MapView>
          <p id={words} role="status" className={styles.words}>
            {settled === null ? (
              t('location.nothing')
            ) : (
              <>
                <b>{placeWords(texts, places, settled)}</b>
                <span>{coordinatesText(settled)}</span>
              </>
            )}
          </p>
        </div>
      </PageScreen>
    </Page>
  )
}

/** Moves to the device's position, or explains why it cannot. */
function PositionButton({ onPoint }: { readonly onPoint: (point: Point) => void }) {
  const { t } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const [fault, setError] = useState<PositionError | null>(null)
  const find = async () => {
    setAsking(true)
    const position = await currentPosition()
    setAsking(false)
    setError(position.ok ? null : position.fault)
    if (position.ok) onPoint(position.point)
  }
  return (
    <>
      {fault === null ? null : (
        <div className={styles.fault}>
          <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
            {t(`location.position.${fault}`)}
          </Note>
        </div>
      )}
      <IconButton label={t('location.position')} aria-busy={isAsking || undefined} onClick={() => void find()}>
        <CrosshairSimpleIcon />
      </IconButton>
    </>
  )
}
