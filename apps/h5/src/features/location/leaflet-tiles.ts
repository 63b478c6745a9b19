/** Pictures of a tile server: only where the operator names one. */
export { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js'
