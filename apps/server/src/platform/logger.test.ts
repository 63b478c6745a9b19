import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLogger, knownFieldsLogger } from './logger.ts'

async function logged(fields: object): Promise<string> {
  const sink = new PassThrough()
  createLogger({ level: 'info', role: 'test' }, sink).info(fields, 'said')
  sink.end()
  return text(sink)
}

describe('logs', () => {
  it.each(['token', 'loginPassword', 'code', 'captcha', 'password', 'paymentPassword'])(
    'censor %s, two levels deep',
    async (name) => {
      const line = await logged({ [name]: 'hunter-1', form: { [name]: 'hunter-2', nested: { [name]: 'hunter-3' } } })
      expect(line).not.toContain('hunter')
    },
  )

  it('say lines of known fields in the same form', async () => {
    const sink = new PassThrough()
    const logger = createLogger({ level: 'info', role: 'test' }, sink)
    knownFieldsLogger(logger).info({ path: 'contract/buy' }, 'call')
    logger.info({ token: 'hunter' }, 'after it')
    sink.end()
    const [call = '', after = ''] = (await text(sink)).split('\n')
    expect(JSON.parse(call)).toMatchObject({ role: 'test', path: 'contract/buy', msg: 'call' })
    expect(after).not.toContain('hunter')
  })

  it('are one line of JSON an event with its time in UTC, whatever a text holds', async () => {
    const forged = 'a\r\n{"level":30,"msg":"call","outcome":"ok"}\u2028\u001b[2K'
    const line = await logged({ device: forged, err: new Error(forged) })
    expect(line.split('\n')).toHaveLength(2)
    expect(line).not.toContain('\u001b')
    expect(JSON.parse(line)).toMatchObject({
      device: forged,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  it('keep the code of a fault and leave out what quotes rows', async () => {
    const fault = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(lena@example.com)',
      where: 'row',
      parameters: ['x'],
    })
    const line = await logged({ err: new Error('outer', { cause: fault }) })
    expect(line).toContain('"errorCode":"23505"')
    expect(line).not.toContain('lena@example.com')
  })
})

// A device of Linux on which every write fails as on a full disk.
describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
  it('does not stop what is logged, however grave', async () => {
    const program = `import { createLogger } from '${new URL('logger.ts', import.meta.url).href}'
      const logger = createLogger({ level: 'info', role: 'test' })
      for (const level of ['info', 'error', 'fatal', 'info']) logger[level]('a line')
      setTimeout(() => process.stderr.write('went on'), 20)`
    const shell = `"${process.execPath}" --input-type=module -e "$PROGRAM" > /dev/full`
    const { stderr } = await promisify(execFile)('sh', ['-c', shell], {
      env: { ...process.env, PROGRAM: program },
      timeout: 20_000,
    })
    expect(stderr).toBe('went on')
  })
})
