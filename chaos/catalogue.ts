/** Every trial by the name that `npm run chaos -- <name>` takes. */
import { accessibility } from './accessibility.ts'
import { authorisation } from './authorisation.ts'
import { badInput } from './bad-input.ts'
import { races } from './races.ts'
import { roles } from './roles.ts'
import { failover } from './failover.ts'
import { feedFaults } from './feed-faults.ts'
import { flood } from './flood.ts'
import { fullDisk } from './full-disk.ts'
import { floor } from './floor.ts'
import { kill } from './kill.ts'
import { log } from './log.ts'
import { model } from './model.ts'
import { network } from './network.ts'
import { paymentPassword } from './payment-password.ts'
import { platform } from './platform.ts'
import { simulation } from './simulation.ts'
import { swap } from './swap.ts'
import type { Trial } from './trial.ts'

export const trials: Readonly<Record<string, Trial>> = {
  accessibility,
  races,
  roles,
  'bad-input': badInput,
  authorisation,
  failover,
  'feed-faults': feedFaults,
  flood,
  floor,
  'full-disk': fullDisk,
  kill,
  log,
  model,
  network,
  'payment-password': paymentPassword,
  platform,
  simulation,
  swap,
}
