import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createSwitchboard } from './switchboard.ts'

/** A process that keeps what it is sent. */
function openChild(name: string, got: string[]) {
  const child = new EventEmitter()
  const send = ({ kind }: { readonly kind: string }) => got.push(`${name}: ${kind}`)
  return Object.assign(child, { connected: true, send }) as unknown as ChildProcess
}

test('carries messages to the process that they are for, and out of the start', () => {
  const got: string[] = []
  const out: string[] = []
  const switchboard = createSwitchboard((from, message) => out.push(`${from}: ${JSON.stringify(message)}`))
  const [server, market, verifier] = [openChild('server', got), openChild('market', got), openChild('verifier', got)]
  switchboard.connect('server', server)
  switchboard.connect('market', market)
  switchboard.connect('verifier', verifier)
  market.emit('message', { kind: 'frame' })
  server.emit('message', { kind: 'verify' })
  // To servers of other starts, which this one is not.
  server.emit('message', { kind: 'shared' })
  server.emit('message', { kind: 'ready' })
  expect(got).toEqual(['server: frame', 'verifier: verify'])
  expect(out).toEqual(['market: {"kind":"frame"}', 'server: {"kind":"shared"}'])
})

test('takes from other starts what their servers tell, and nothing that passkeys signed', () => {
  const got: string[] = []
  const switchboard = createSwitchboard()
  switchboard.connect('server', openChild('server', got))
  switchboard.connect('verifier', openChild('verifier', got))
  switchboard.deliver('server', { kind: 'shared' })
  switchboard.deliver('server', { kind: 'verify' })
  switchboard.deliver('verifier', { kind: 'verified' })
  expect(got).toEqual(['server: shared'])
})
