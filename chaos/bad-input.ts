import { operations, refusalsOf } from '@candor/api'
import type { Operation } from '@candor/api'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { badBodies, jsonWith, oddForms } from './bad-bodies.ts'
import { jsonEdges } from './json-edges.ts'
import { naughtyTexts } from './naughty-texts.ts'
import { fieldsOf, soundForm } from './sound-forms.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'
import { formBody, WireWorld } from './wire-world.ts'
import type { WireAnswer, WireBody } from './wire-world.ts'

const casesAtOnce = 16
/** After so many calls of one operation it is looked whether refusals had an effect. */
const batchSize = 128
/** Logging out is one of the operations: each such case consumes a session. */
const customers = 2_000
const smokeCustomers = 400

interface Case {
  readonly operation: Operation
  readonly label: string
  /** Made when it is sent: a sound form may be good for one call only. */
  body(): WireBody
}

/**
 * Nonsense in every field of every operation, and bodies that are not forms: every response is one the API declares,
 * none is a server error, none hangs, and refused calls change nothing. A class is the operations with the same path
 * prefix; captchas belong to the class of codes, because they have no fields and each costs a picture.
 */
export const badInput = trial({
  about: 'Nonsense in every field of every operation, and bodies that are no forms',
  sizes: { cases: [10_000, 60] },
  async run({ sizes, seed, progress }) {
    const world = await WireWorld.open({ customers: sizes.cases < 1_000 ? smokeCustomers : customers })
    try {
      const classes = Map.groupBy(operations, ({ path }) =>
        path === 'captcha/create' ? 'code' : (path.split('/')[0] ?? ''),
      )
      const visitors = new Visitors(world)
      const findings: Finding[] = []
      for (const [name, members] of classes) {
        const cases = chooseCases(world, members, { seed, count: sizes.cases })
        const finding = await tryAll(visitors, name, cases)
        findings.push(finding)
        progress(`${finding.name}: ${JSON.stringify(finding.figures)}, ${finding.failures.length} failures`)
        if (finding.failures[0] !== undefined) progress(finding.failures[0])
      }
      const failures = await world.brokenInvariants()
      return [...findings, { name: 'bad-input-ledger', size: findings.length, failures }]
    } finally {
      await world.close()
    }
  },
})

/** The listed cases of a class, up to the requested number, followed by random values. */
function chooseCases(
  world: WireWorld,
  members: readonly Operation[],
  { seed, count }: { seed: number; count: number },
): Case[] {
  const listed = members.flatMap((operation) => listedCases(world, operation))
  const draw = randomAt(seed, 0, members.length)
  const ranked = listed.map((each) => ({ each, rank: draw() })).toSorted((left, right) => left.rank - right.rank)
  const chosen = ranked.slice(0, count).map(({ each }) => each)
  const random = randomCases(world, members, { seed, count: Math.max(0, count - chosen.length) })
  return [...chosen, ...random].toSorted((left, right) => left.operation.path.localeCompare(right.operation.path))
}

function soundFormOf(world: WireWorld, { path }: Operation): Record<string, string> {
  return path === 'contract/buy' ? world.buyForm() : soundForm(path)
}

const namedFields = (operation: Operation): string[] => {
  const fields = fieldsOf(operation)
  return fields.length === 0 ? ['anything'] : fields
}

function listedCases(world: WireWorld, operation: Operation): Case[] {
  const sound = () => soundFormOf(world, operation)
  const make = (label: string, body: () => WireBody): Case => ({ operation, label, body })
  const ofField = (field: string): Case[] => [
    ...naughtyTexts.map((text) =>
      make(`${field}=${JSON.stringify(text)}`, () => formBody({ ...sound(), [field]: text })),
    ),
    ...jsonEdges.map((text) => make(`"${field}":${text}`, () => jsonWith(sound(), field, text))),
    ...oddForms(sound(), field).map((body) => make(`${field} as ${String(body.bytes).slice(-40)}`, () => body)),
  ]
  const whole = badBodies(sound()).map((body) => make(`${body.contentType} ${startOf(body)}`, () => body))
  return [...namedFields(operation).flatMap(ofField), ...whole]
}

/** Of bodies of megabytes, no more is turned into text than a label shows. */
function startOf({ bytes }: WireBody): string {
  return String(bytes.slice(0, 200)).slice(0, 200)
}

function randomCases(
  world: WireWorld,
  members: readonly Operation[],
  { seed, count }: { seed: number; count: number },
): Case[] {
  if (count === 0) return []
  const targets = members.flatMap((operation) => namedFields(operation).map((field) => ({ operation, field })))
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.uuid(),
    fc.emailAddress(),
    fc.json(),
  )
  const plan = fc.record({ target: fc.constantFrom(...targets), text, isJson: fc.boolean(), json: fc.json() })
  return fc.sample(plan, { seed, numRuns: count }).map(({ target: { operation, field }, ...value }) => ({
    operation,
    label: value.isJson ? `"${field}":${value.json}` : `${field}=${JSON.stringify(value.text)}`,
    body: () =>
      value.isJson
        ? jsonWith(soundFormOf(world, operation), field, value.json)
        : formBody({ ...soundFormOf(world, operation), [field]: value.text }),
  }))
}

/** Verified customers who post in turn. A logged-out one is dropped. */
class Visitors {
  readonly world: WireWorld
  readonly #tokens: string[]
  #turn = 0

  constructor(world: WireWorld) {
    this.world = world
    this.#tokens = [...world.tokens]
  }

  async post(path: string, body: WireBody): Promise<WireAnswer> {
    for (;;) {
      this.#turn += 1
      const token = this.#tokens[this.#turn % this.#tokens.length]
      if (token === undefined) throw new Error('all customers are logged out')
      const answer = await this.world.post(path, body, token)
      const isGone = answer.error === 'not-logged-in'
      if (!isGone) return answer
      const at = this.#tokens.indexOf(token)
      if (at >= 0) this.#tokens.splice(at, 1)
    }
  }
}

async function tryAll(visitors: Visitors, name: string, cases: readonly Case[]): Promise<Finding> {
  const failures: string[] = []
  let refused = 0
  const startMs = performance.now()
  for (const [operation, own] of Map.groupBy(cases, (each) => each.operation)) {
    for (let from = 0; from < own.length; from += batchSize) {
      const batch = own.slice(from, from + batchSize)
      const before = await visitors.world.effects()
      const answers = await tryBatch(visitors, batch, failures)
      refused += answers.filter((answer) => answer?.error !== null).length
      const mayAct = !isReading(operation) && answers.some((answer) => answer?.error === null)
      const after = mayAct ? before : await visitors.world.effects()
      if (after !== before)
        failures.push(
          `${operation.path}: refusals had an effect: ${before} → ${after}, in ${batch.map(({ label }) => label.slice(0, 60)).join(' | ')}`,
        )
    }
  }
  return {
    name: `bad-input-${name}`,
    size: cases.length,
    failures,
    figures: { refused, seconds: (performance.now() - startMs) / 1_000 },
  }
}

/** These change something and report nothing about it. */
const silentChanges: readonly string[] = [
  'market/favourite_set',
  'message/alert_remove',
  'message/alert_set',
  'security/close',
  'security/own_data_request',
  'swap/quote',
]

/**
 * An operation with a success text changes something; of the others, those for customers only read, with one exception.
 */
function isReading(operation: Operation): boolean {
  return operation.success === undefined && operation.access !== 'public' && !silentChanges.includes(operation.path)
}

async function tryBatch(
  visitors: Visitors,
  batch: readonly Case[],
  failures: string[],
): Promise<(WireAnswer | null)[]> {
  const answers: (WireAnswer | null)[] = []
  const queue = [...batch]
  const lane = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      answers.push(await tryOne(visitors, next, failures))
  }
  await Promise.all(Array.from({ length: casesAtOnce }, lane))
  return answers
}

async function tryOne(
  visitors: Visitors,
  { operation, label, body }: Case,
  failures: string[],
): Promise<WireAnswer | null> {
  const where = `${operation.path} ${label.slice(0, 200)}`
  try {
    const answer = await visitors.post(operation.path, body())
    const fault = faultOf(operation, answer)
    if (fault !== null) failures.push(`${where}: ${fault}`)
    return answer
  } catch (error) {
    failures.push(
      `${where}: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`,
    )
    return null
  }
}

/** How a response violates the API, or null. */
export function faultOf(operation: Operation, { status, error, msg, data }: WireAnswer): string | null {
  if (status >= 500) return `answered ${status} ${error ?? ''}`
  if (error === null) {
    const parsed = z.safeParse(operation.output, data)
    return parsed.success ? null : `answered what the contract does not know: ${parsed.error.message.slice(0, 200)}`
  }
  const allowed: readonly string[] = refusalsOf(operation)
  if (!allowed.includes(error)) return `refused as ${error}, which the contract does not name`
  return msg === '' ? `refused as ${error} without a text` : null
}
