// Loaded into the processes of the launcher: the stacks of errors name the sources of the bundle that they run from.
// Node can do it by itself, but reads all maps at each start, a tenth of what a start takes. These are read with the
// first error of their file.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** @type {Map<string, SourceMap | null>} */
const maps = new Map()

/** @param {string} url of a file of the bundle, or of a package, which has no map */
function mapOf(url) {
  const known = maps.get(url)
  if (known !== undefined) return known
  let map = null
  try {
    map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
  } catch {
    // A stack without its sources is better than none.
  }
  maps.set(url, map)
  return map
}

/**
 * @param {string} url
 * @param {number} line from 1, as `column`
 * @param {number} column
 */
function placeOf(url, line, column) {
  const entry = mapOf(url)?.findEntry(line - 1, column - 1)
  if (entry === undefined || !('originalSource' in entry)) return null
  const { originalSource, originalLine, originalColumn } = entry
  return `${fileURLToPath(new URL(originalSource, url))}:${originalLine + 1}:${originalColumn + 1}`
}

const place = /(file:\/\/\S+?\.mjs):(\d+):(\d+)/

Error.prepareStackTrace = (error, sites) => {
  const lines = sites.map((site) =>
    String(site).replace(place, (written, url, line, column) => placeOf(url, Number(line), Number(column)) ?? written),
  )
  return [Error.prototype.toString.call(error), ...lines].join('\n    at ')
}
