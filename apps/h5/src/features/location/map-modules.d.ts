/** The module of Leaflet that a bundler can cut; its types are those of the package. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet'
}

declare module 'virtual:map/world' {
  import type { Outline } from './outline.ts'

  /** Small, for the whole world. */
  export const outline: Outline
}

declare module 'virtual:map/detail' {
  import type { Outline } from './outline.ts'

  /** For a map that is zoomed in. */
  export const outline: Outline
}

declare module 'virtual:map/places' {
  /** Towns, the largest first: a line each of name, country and hundredths of a degree north and east. */
  export const places: string
}
