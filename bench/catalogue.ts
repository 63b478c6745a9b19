/** Every benchmark by the name that `npm run bench -- <name>` takes. */
import type { Bench } from './figure.ts'
import { frame } from './frame.ts'
import { orders } from './orders.ts'
import { ordersHttp } from './orders-http.ts'
import { settle } from './settle.ts'
import { start } from './start.ts'

export const benches: Readonly<Record<string, Bench>> = { orders, settle, 'orders-http': ordersHttp, frame, start }
