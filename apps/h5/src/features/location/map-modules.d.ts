/** The module of Leaflet that a bundler can cut; its types are those of the package. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet'
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
