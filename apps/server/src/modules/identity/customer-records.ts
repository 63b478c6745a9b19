import type { LoginView, SessionView } from '@candor/api'
import type { CustomerListItem } from '@candor/api/operator'
import type { Database } from '../../platform/transaction.ts'
import { findCustomer, findCustomers, newestCustomers, searchCustomers } from './customer-store.ts'
import type { Customer } from './customer-store.ts'
import { coarseNetwork, deviceViewOf } from './device.ts'
import type { LoginHistory } from './login-history.ts'
import type { Sessions } from './session-service.ts'

const mostFound = 20
const loginsShown = 20

/** The operators' view of customers. */
export interface CustomerRecords {
  /** By account number, number, mobile number or its end, e-mail or its beginning; the newest first. */
  search(text: string): Promise<CustomerListItem[]>
  find(customerId: bigint): Promise<CustomerListItem | null>
  /** Customers by their numbers, in the order of these. */
  listed(customerIds: readonly bigint[]): Promise<CustomerListItem[]>
  /** The last registered ones, newest first. */
  newest(): Promise<CustomerListItem[]>
  sessions(customerId: bigint): Promise<Omit<SessionView, 'isCurrent'>[]>
  logins(customerId: bigint): Promise<LoginView[]>
}

export function createCustomerRecords(parts: {
  pool: Database
  sessions: Sessions
  history: LoginHistory
}): CustomerRecords {
  const { pool, sessions, history } = parts
  return {
    search: async (text) => (await searchCustomers(pool, text.trim(), mostFound)).map(listItem),
    listed: async (customerIds) => (await findCustomers(pool, customerIds)).map(listItem),
    newest: async () => (await newestCustomers(pool, mostFound)).map(listItem),
    async find(customerId) {
      const customer = await findCustomer(pool, customerId)
      return customer === null ? null : listItem(customer)
    },
    // None of the sessions is the operator's own, so none comes first.
    sessions: async (customerId) =>
      (await sessions.list({ customerId, sessionId: 0n })).map(
        ({ sessionId, device, network, createdMs, lastUsedMs }) => ({
          id: String(sessionId),
          device: deviceViewOf(device),
          network: coarseNetwork(network),
          createdMs,
          lastUsedMs,
        }),
      ),
    logins: async (customerId) => (await history.list(customerId, { cursor: undefined, limit: loginsShown })).items,
  }
}

function listItem({ customerId, publicId, mobile, email, ...customer }: Customer): CustomerListItem {
  const { isEnabled, isClosed, kycState, createdMs } = customer
  return { id: String(customerId), publicId, mobile, email, isEnabled, isClosed, kycState, createdMs }
}
