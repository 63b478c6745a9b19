import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCalendars } from './calendar.ts'
import type { Calendar } from './calendar.ts'
import { parseSeedCatalogue } from './catalogue.ts'
import type { Instrument } from './catalogue.ts'
import { parseRolls } from './rolls.ts'
import type { ContractMonth } from './rolls.ts'

const seedFolder = join(import.meta.dirname, '..', '..', '..', 'seed')

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(seedFolder, name), 'utf8'))
}

/** The catalogue that a new database starts with. */
export function readSeedCatalogue(): Instrument[] {
  return parseSeedCatalogue(readJson('instruments.json'))
}

/** The trading hours of every calendar, holidays included. */
export function readCalendars(): Map<string, Calendar> {
  return parseCalendars(readJson('calendars.json'), readJson('holidays.json'))
}

/** The contract months of every commodity. */
export function readRolls(): ReadonlyMap<string, readonly ContractMonth[]> {
  return parseRolls(readJson('rolls.json'))
}
