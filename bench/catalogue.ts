/** Every benchmark by the name that `npm run bench -- <name>` takes. */
import type { Bench } from './figure.ts'
import { audit } from './audit.ts'
import { cells } from './cells.ts'
import { fanout } from './fanout.ts'
import { foresight } from './foresight.ts'
import { floor } from './floor.ts'
import { frame } from './frame.ts'
import { growth } from './growth.ts'
import { interaction } from './interaction.ts'
import { lighthouse } from './lighthouse.ts'
import { load } from './load.ts'
import { log } from './log.ts'
import { loss } from './loss.ts'
import { memory } from './memory.ts'
import { ordersHttp } from './orders-http.ts'
import { orders } from './orders.ts'
import { proof } from './proof.ts'
import { reconnect } from './reconnect.ts'
import { settle } from './settle.ts'
import { start } from './start.ts'
import { statement } from './statement.ts'
import { updateCost } from './update-cost.ts'

export const benches: Readonly<Record<string, Bench>> = {
  orders,
  'orders-http': ordersHttp,
  settle,
  growth,
  fanout,
  reconnect,
  loss,
  foresight,
  floor,
  frame,
  statement,
  log,
  proof,
  audit,
  start,
  load,
  lighthouse,
  'update-cost': updateCost,
  cells,
  interaction,
  memory,
}
