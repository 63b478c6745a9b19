import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEvmRpc } from './evm-rpc.ts'
import { openTronApi } from './tron-api.ts'

let node: Server
let elsewhere: Server
let reached: string[]

const open = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
const close = (server: Server) => new Promise((resolve) => server.close(resolve))

let nodeUrl: string
beforeEach(async () => {
  reached = []
  elsewhere = createServer((request, response) => {
    reached.push(JSON.stringify(request.headers))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const location = await open(elsewhere)
  node = createServer((_request, response) => response.writeHead(307, { location }).end())
  nodeUrl = await open(node)
})
afterEach(async () => {
  await close(node)
  await close(elsewhere)
})

test('a node that redirects gets no request, and no key, to another address', async () => {
  await expect(openEvmRpc(nodeUrl).block('latest')).rejects.toThrow('fetch failed')
  await expect(openTronApi({ url: nodeUrl, key: 'a-key' }).newestBlock('head')).rejects.toThrow('fetch failed')
  expect(reached).toEqual([])
})
