/** Leaflet's own modules, so that the build includes only what is used; their types are the package's. */
declare module 'leaflet/src/layer/LayerGroup.js' {
  export { LayerGroup } from 'leaflet'
}
declare module 'leaflet/src/layer/marker/DivIcon.js' {
  export { DivIcon } from 'leaflet'
}
declare module 'leaflet/src/layer/marker/Marker.js' {
  export { Marker } from 'leaflet'
}
declare module 'leaflet/src/layer/tile/TileLayer.js' {
  export { TileLayer } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/Polygon.js' {
  export { Polygon } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/Polyline.js' {
  export { Polyline } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/SVG.js' {
  export { SVG } from 'leaflet'
}
declare module 'leaflet/src/map/Map.js' {
  export { Map } from 'leaflet'
}

declare module 'virtual:map/world' {
  /** Small, for the whole world. */
  export const outline: { readonly perDegree: number; readonly land: string; readonly borders: string }
}

declare module 'virtual:map/detail' {
  /** For a map that is zoomed in. */
  export const outline: { readonly perDegree: number; readonly land: string; readonly borders: string }
}

declare module 'virtual:map/places' {
  /** Towns, the largest first: a line each of name, country and hundredths of a degree north and east. */
  export const places: string
}
