/** The flags of a Candor on a data folder of its own, which only this machine reaches, at a port. */
export function ownFlags(folder: string, port: number): string[] {
  return ['--data', folder, '--host', '127.0.0.1', '--port', String(port), '--console-port', '0']
}
