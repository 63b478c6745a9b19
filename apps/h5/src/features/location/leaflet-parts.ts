/**
 * The parts of Leaflet that our maps need, imported from its sources: the package's single module includes its
 * controls, popups, canvas and the rest, because each of them registers itself with the others. The handlers below
 * register themselves with the map.
 */
import type { MapOptions } from 'leaflet'
import { LayerGroup } from 'leaflet/src/layer/LayerGroup.js'
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
import { Marker } from 'leaflet/src/layer/marker/Marker.js'
import { Polygon } from 'leaflet/src/layer/vector/Polygon.js'
import { Polyline } from 'leaflet/src/layer/vector/Polyline.js'
import { SVG } from 'leaflet/src/layer/vector/SVG.js'
import { Map as LeafletMap } from 'leaflet/src/map/Map.js'
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js'
import 'leaflet/src/map/handler/Map.Drag.js'
import 'leaflet/src/map/handler/Map.Keyboard.js'
import 'leaflet/src/map/handler/Map.ScrollWheelZoom.js'
import 'leaflet/src/map/handler/Map.TouchZoom.js'

/** Leaflet's own way to a renderer brings a canvas along. Ours is named by each line. */
LeafletMap.include({
  getRenderer(this: LeafletMap, line: Polyline): SVG {
    const { renderer } = line.options
    if (!(renderer instanceof SVG)) throw new Error('a line without a renderer')
    if (!this.hasLayer(renderer)) this.addLayer(renderer)
    return renderer
  },
})

/**
 * A map with the handlers above. Created here, because the build would treat a module with only re-exports as unused,
 * and drop the handlers.
 */
export function createMap(element: HTMLElement, options: MapOptions): LeafletMap {
  return new LeafletMap(element, options)
}

export { DivIcon, LayerGroup, Marker, Polygon, Polyline, SVG }
export type { LeafletMap }
