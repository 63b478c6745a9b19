import { createServer } from 'node:net'
import type { Config } from '../../server/src/platform/config/index.ts'
import { codeOf, LaunchError } from './launch-error.ts'

/** Refuses early, and in one sentence, ports that the server could not open. */
export async function claimPorts({
  port,
  host,
  consolePort,
  consoleHost,
  metricsPort,
  metricsHost,
}: Config): Promise<void> {
  if (consolePort !== 0 && consolePort === port)
    throw new LaunchError(`Port ${port} cannot serve the app and the console; choose another with --console-port.`)
  if (metricsPort !== 0 && [port, consolePort].includes(metricsPort))
    throw new LaunchError(`Port ${metricsPort} is that of the app or the console; choose another with --metrics-port.`)
  await claimPort({ port, host }, '--port')
  await claimPort({ port: consolePort, host: consoleHost }, '--console-port')
  await claimPort({ port: metricsPort, host: metricsHost }, '--metrics-port')
}

async function claimPort({ port, host }: { port: number; host: string }, flag: string): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new LaunchError(`Port ${port} is taken by another program; choose another with ${flag}.`)
    if (code === 'EACCES')
      throw new LaunchError(`This user may not open port ${port}; choose one above 1023 with ${flag}.`)
    throw new LaunchError(`Port ${port} on ${host} cannot be opened (${code}); choose others with ${flag} and --host.`)
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** The origin by which a browser on this machine reaches an address that is listened on. */
export function originOf(host: string, port: number): string {
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : reachableHost(host)}:${port}`
}

/** The host by which this machine reaches an address that is listened on. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
}
