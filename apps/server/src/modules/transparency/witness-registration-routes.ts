import { join } from 'node:path'
import { formatVerifierKey, nullIfMalformed, parsePolicy, toHex } from '@candor/proof'
import type { PolicyWitness } from '@candor/proof'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isLoopback } from '../../platform/config/witness-policy.ts'
import type { Logger } from '../../platform/logger.ts'
import { readIfPresent, replaceFile } from '../../platform/whole-file.ts'
import { localFile } from './witness-list.ts'

/** Where a witness on this machine registers itself; in the sandbox only. */
const path = '/sandbox/witness'
const body = z.strictObject({ witness: z.string().check(z.maxLength(4_000)) })
/** Of several on one machine the newest are kept. */
const maxWitnesses = 8

/** What a proxy adds. A request through one is not of this machine, whatever its address. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Adds the registration of witnesses that run on the machine of the sandbox; call it in sandbox mode only. The request
 * and the address of the witness have to be on loopback, so that no stranger can register. What registers is listed as
 * added on this machine, and counts in the sandbox alone.
 */
export function addWitnessRegistration(
  server: FastifyInstance,
  { data, logger }: { readonly data: string; readonly logger: Logger },
): void {
  let last: Promise<unknown> = Promise.resolve()
  server.post(path, async (request, reply) => {
    if (!isOfThisMachine(request)) return reply.code(403).send({ error: 'Only a program on this machine registers.' })
    const witness = witnessIn(body.safeParse(request.body).data?.witness ?? '')
    if (witness === null) return reply.code(400).send({ error: 'The line is no witness at an address on loopback.' })
    const adding = last.then(() => add(join(data, localFile), witness))
    last = adding.catch(() => undefined)
    await adding
    logger.warn({ witness: witness.key.name, url: witness.url }, 'a witness on this machine registered itself')
    return reply.code(201).send({ counts: 'in the sandbox, as added on this machine' })
  })
}

/** Browsers send an origin with each POST: no page registers anything. */
function isOfThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isLocal = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '')
  const host = `http://${headers.host ?? ''}`
  const isByLoopback = URL.canParse(host) && isLoopback(new URL(host))
  const hasOthers = headers.origin !== undefined || proxyHeaders.some((name) => headers[name] !== undefined)
  return isLocal && isByLoopback && !hasOthers
}

/** The witness in a line of a policy, where its address is on loopback. */
function witnessIn(line: string): PolicyWitness | null {
  return nullIfMalformed(() => {
    const { witnesses } = parsePolicy(`${line}\nquorum none\n`)
    const [witness, ...others] = witnesses
    if (witness === undefined || others.length > 0 || witness.url === undefined) return null
    const isUsable = URL.canParse(witness.url) && isLoopback(new URL(witness.url))
    return isUsable && new URL(witness.url).protocol === 'http:' ? witness : null
  })
}

/** Adds a witness to the file, in place of one with its key or its address. */
async function add(file: string, witness: PolicyWitness): Promise<void> {
  const known = readKnown((await readIfPresent(file))?.toString() ?? '')
  const others = known.filter(
    ({ key, url }) => toHex(key.publicKey) !== toHex(witness.key.publicKey) && url !== witness.url,
  )
  const lines = [...others, witness]
    .slice(-maxWitnesses)
    .map(({ key, url = '' }, index) => `witness w${index + 1} ${formatVerifierKey(key)} ${url}\n`)
  await replaceFile(file, lines.join(''), { mode: 0o600 })
}

/** A file that is no list of witnesses is written again. */
function readKnown(lines: string): readonly PolicyWitness[] {
  return nullIfMalformed(() => parsePolicy(`${lines}quorum none\n`).witnesses) ?? []
}
