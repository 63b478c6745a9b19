import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { mapTiles } from '@candor/api'
import { IconButton } from '@candor/ui'
import { MapPinFillIcon } from '@candor/ui/icons/map'
import { MinusIcon, PlusIcon } from '@candor/ui/icons/ticket'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import type { Point } from '../../shared/forms/index.ts'
import { openMap } from './leaflet-map.ts'
import type { LiveMap } from './leaflet-map.ts'
import styles from './map.module.css'
import type { Place } from './places.ts'

interface MapViewProps {
  /** Where it begins: later changes are shown through the map itself. */
  readonly start: { readonly point: Point; readonly zoom: number }
  /** Receives the map once it is drawn. */
  readonly onMap?: (map: LiveMap) => void
  readonly places: readonly Place[]
  /** A pin that stays where the map began, or one in the middle that the map is moved under. */
  readonly pin: 'start' | 'middle'
  /** The element that describes the map in words. */
  readonly describedBy: string
  readonly onMove: (center: Point) => void
  /** Over the map, beside its own buttons. */
  readonly children?: ReactNode
}

/** A map with its buttons and its sources. Arrow keys move it, plus and minus zoom. */
export function MapView({ start, onMap, places, pin, describedBy, onMove, children }: MapViewProps) {
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LiveMap | null>(null)
  const moved = useRef(onMove)
  const drawn = useRef(onMap)
  const first = useRef(start)
  const { data } = useQuery({ ...queryFor(mapTiles, {}), staleTime: Number.POSITIVE_INFINITY })
  useEffect(() => {
    moved.current = onMove
  }, [onMove])
  useEffect(() => {
    if (element.current === null) return undefined
    const { point, zoom } = first.current
    const opened = openMap(element.current, {
      center: point,
      zoom,
      isStill: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      pin: pin === 'start' ? point : null,
      onMove: (center) => moved.current(center),
    })
    setMap(opened)
    drawn.current?.(opened)
    return opened.remove
  }, [pin])
  useEffect(() => {
    if (data?.tiles) map?.setTiles(data.tiles).catch(() => undefined)
  }, [map, data])
  useEffect(() => map?.setPlaces(places), [map, places])
  return (
    <div className={styles.frame}>
      <div className={styles.stage}>
        <div
          ref={element}
          className={styles.map}
          role="application"
          aria-label={t('location.map')}
          aria-describedby={describedBy}
        />
        {pin === 'middle' ? (
          <span className={styles.middle}>
            <MapPinFillIcon size={28} />
          </span>
        ) : null}
        <div className={styles.buttons}>
          {children}
          <IconButton label={t('location.zoomIn')} onClick={() => map?.zoomBy(1)}>
            <PlusIcon />
          </IconButton>
          <IconButton label={t('location.zoomOut')} onClick={() => map?.zoomBy(-1)}>
            <MinusIcon />
          </IconButton>
        </div>
      </div>
      <p className={styles.source}>{data?.tiles ? data.tiles.attribution : t('location.source')}</p>
    </div>
  )
}
