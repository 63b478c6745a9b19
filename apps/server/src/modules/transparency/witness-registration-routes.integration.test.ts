import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatVerifierKey } from '@candor/proof'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { witnessKey } from './testing/test-witness.ts'
import { readWitnessList } from './witness-list.ts'
import { addWitnessRegistration } from './witness-registration-routes.ts'

let data: string
let server: FastifyInstance

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'candor-witnesses-'))
  server = Fastify()
  addWitnessRegistration(server, { data, logger: createLogger({ level: 'silent', role: 'test' }) })
})
afterEach(async () => {
  await server.close()
  await rm(data, { recursive: true, force: true })
})

const vkeyOf = async (byte: number) => formatVerifierKey((await witnessKey(byte)).key)
const lineOf = async (byte: number, url = `http://127.0.0.1:${8_000 + byte}`) =>
  `witness me ${await vkeyOf(byte)} ${url}`

async function register(
  witness: string,
  { remoteAddress = '127.0.0.1', ...headers }: Record<string, string> = {},
): Promise<number> {
  const payload = { witness }
  const host = { host: 'localhost:8080' }
  const response = await server.inject({
    method: 'POST',
    url: '/sandbox/witness',
    payload,
    remoteAddress,
    headers: { ...host, ...headers },
  })
  return response.statusCode
}

const listed = async () => {
  const { witnesses } = await readWitnessList({ witnesses: '', ownWitness: '', data, mode: 'sandbox' })
  return witnesses.map(({ vkey, url, place }) => [vkey.slice(0, 3), url, place])
}

test('a witness on this machine is listed as one that was added here, once for its key and its address', async () => {
  for (const byte of [1, 2, 1]) expect(await register(await lineOf(byte))).toBe(201)
  expect(await register(await lineOf(3, 'http://127.0.0.1:8002'))).toBe(201)
  expect(await listed()).toEqual([
    ['w1.', 'http://127.0.0.1:8001/', 'this-machine'],
    ['w3.', 'http://127.0.0.1:8002/', 'this-machine'],
  ])
})

test('of many the newest eight are kept', async () => {
  const registered = Array.from({ length: 12 }, async (_, index) => register(await lineOf(index + 1)))
  expect(new Set(await Promise.all(registered))).toEqual(new Set([201]))
  expect((await readFile(join(data, 'witnesses-here.txt'), 'utf8')).match(/^witness /gm)).toHaveLength(8)
})

test.each([
  ['another machine', { remoteAddress: '192.0.2.7' }],
  ['a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }],
  ['a host name of the app', { host: 'candor.example' }],
  ['a page of a browser', { origin: 'http://localhost:8080' }],
])('refuses a request of %s', async (_, headers) => {
  expect(await register(await lineOf(1), headers)).toBe(403)
  expect(await listed()).toEqual([])
})

test('refuses a witness elsewhere, and what is none', async () => {
  const two = `${await lineOf(1)}\n${await lineOf(2)}`
  const lines = [await lineOf(1, 'https://w.example'), await lineOf(1, 'http://127.0.0.1.example'), '', 'quorum', two]
  for (const line of [...lines, `witness me ${await vkeyOf(1)}`]) expect(await register(line)).toBe(400)
  expect(await listed()).toEqual([])
})
