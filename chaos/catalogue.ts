/** Every trial by the name that `npm run chaos -- <name>` takes. */
import { feedFaults } from './feed-faults.ts'
import { kill } from './kill.ts'
import { model } from './model.ts'
import { network } from './network.ts'
import { simulation } from './simulation.ts'
import type { Trial } from './trial.ts'

export const trials: Readonly<Record<string, Trial>> = {
  'feed-faults': feedFaults,
  kill,
  model,
  network,
  simulation,
}
