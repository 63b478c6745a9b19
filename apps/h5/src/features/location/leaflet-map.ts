import { outline as world } from 'virtual:map/world'
import { roundedPoint } from '../../shared/forms/index.ts'
import type { Point } from '../../shared/forms/index.ts'
import './leaflet-panes.css'
import type { Box } from './country-boxes.ts'
import { createMap, DivIcon, LayerGroup, Marker, Polygon, Polyline, SVG } from './leaflet-parts.ts'
import type { LeafletMap } from './leaflet-parts.ts'
import styles from './map.module.css'
import { unpackLines } from './outline.ts'
import type { Outline } from './outline.ts'
import { placesToName } from './town-names.ts'
import type { Place } from './places.ts'

/** The useful zoom limits of outlines and of tiles. */
const maxZoom = { outlines: 12, tiles: 18 } as const
const detailZoom = 5
/** Web Mercator ends here. */
const lastLat = 85.05

export interface MapTiles {
  readonly url: string
  readonly attribution: string
}

export interface MapOptions {
  readonly center: Point
  readonly zoom: number
  readonly isStill: boolean
  /** A pin fixed at its location; without one the screen draws its own in the middle. */
  readonly pin: Point | null
  readonly onMove: (center: Point) => void
}

/** A map in an element. */
export interface LiveMap {
  readonly show: (point: Point, zoom: number) => void
  /**
   * Shows all of a part of the map, without a movement, as if the map had begun there: nobody has chosen its middle.
   */
  readonly begin: (box: Box) => void
  readonly zoomBy: (steps: number) => void
  /** Throws when the drawing code could not be loaded: the outlines stay. */
  readonly setTiles: (tiles: MapTiles) => Promise<void>
  readonly setPlaces: (places: readonly Place[]) => void
  readonly remove: () => void
}

/** Draws a map into an element. `isStill` leaves out every movement of its own. */
export function openMap(element: HTMLElement, { center, zoom, isStill, pin, onMove }: MapOptions): LiveMap {
  const map = createMap(element, {
    center,
    zoom,
    minZoom: 1,
    maxZoom: maxZoom.outlines,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    maxBounds: [
      [-lastLat, -540],
      [lastLat, 540],
    ],
    maxBoundsViscosity: 1,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  })
  const outlines = new LayerGroup().addTo(map)
  const renderer = new SVG()
  drawOutline(outlines, { renderer, outline: world })
  const names = new LayerGroup().addTo(map)
  let places: readonly Place[] = []
  const drawNames = () => drawTownNames(map, names, places)
  let hasDetail = false
  const refine = async () => {
    if (hasDetail || map.getZoom() < detailZoom) return
    hasDetail = true
    const { outline } = await import('virtual:map/detail')
    drawOutline(outlines, { renderer, outline })
  }
  if (pin !== null) new Marker(pin, { icon: pinIcon(), interactive: false, keyboard: false }).addTo(map)
  map.on('click', ({ latlng }) => void map.panTo(latlng, { animate: !isStill }))
  let isBeginning = false
  map.on('moveend', () => {
    if (!isBeginning) onMove(roundedPoint(map.getCenter().wrap()))
    drawNames()
    // Without it the coarse outlines remain, which is still a map.
    refine().catch(() => (hasDetail = false))
  })
  refine().catch(() => (hasDetail = false))
  return {
    show: (point, to) => void map.setView(point, to, { animate: !isStill }),
    begin: ({ south, west, north, east }) => {
      isBeginning = true
      map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        { animate: false },
      )
      isBeginning = false
    },
    zoomBy: (steps) => void map.setZoom(map.getZoom() + steps, { animate: !isStill }),
    setTiles: async ({ url }) => {
      const { TileLayer } = await import('./leaflet-tiles.ts')
      map.setMaxZoom(maxZoom.tiles)
      // The outlines remain until a tile is loaded.
      new TileLayer(url, { maxZoom: maxZoom.tiles }).once('tileload', () => outlines.remove()).addTo(map)
    },
    setPlaces: (next) => {
      places = next
      drawNames()
    },
    remove: () => void map.remove(),
  }
}

/** Replaces the previous drawing. */
function drawOutline(
  layer: LayerGroup,
  { renderer, outline }: { readonly renderer: SVG; readonly outline: Outline },
): void {
  const { land, borders, perDegree } = outline
  layer.clearLayers()
  const common = { renderer, interactive: false, smoothFactor: 0.5 }
  new Polygon(unpackLines(land, perDegree), { ...common, className: styles.land ?? '', stroke: false }).addTo(layer)
  new Polyline(unpackLines(borders, perDegree), { ...common, className: styles.border ?? '', weight: 1 }).addTo(layer)
}

function drawTownNames(map: LeafletMap, layer: LayerGroup, places: readonly Place[]): void {
  layer.clearLayers()
  if (map.getZoom() < detailZoom) return
  const bounds = map.getBounds()
  const near = places.filter((place) => bounds.contains(place))
  const shown = placesToName(near, (place) => map.latLngToContainerPoint(place))
  for (const place of shown)
    new Marker(place, { icon: nameIcon(place.name), interactive: false, keyboard: false }).addTo(layer)
}

function nameIcon(name: string): DivIcon {
  const text = document.createElement('span')
  text.textContent = name
  text.setAttribute('aria-hidden', 'true')
  return new DivIcon({ html: text, className: styles.town ?? '', iconSize: [0, 0] })
}

function pinIcon(): DivIcon {
  // An element: Leaflet sets a text as markup, which the content policy refuses.
  return new DivIcon({ html: document.createElement('span'), className: styles.pin ?? '', iconSize: [0, 0] })
}
