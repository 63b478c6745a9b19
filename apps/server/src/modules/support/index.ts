/**
 * Customer service: tickets and logins of the chat, its sockets and photos, the agents' desk, and the sandbox's
 * assistant.
 */
import { supportSocketLimits, supportSocketPath, supportSocketProtocol } from '@candor/api/support'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Photos } from '../../platform/photos/index.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { SocketEndpoint } from '../../platform/websocket/index.ts'
import type { Notifier } from '../messages/index.ts'
import { createChatAccess } from './access-service.ts'
import { startAssistant } from './assistant.ts'
import { createChatHub } from './chat-hub.ts'
import { addChatRoutes } from './chat-routes.ts'
import type { ChatRoutesDependencies } from './chat-routes.ts'
import { createChat } from './chat-service.ts'
import { createChatSocket } from './chat-socket.ts'
import type { RefusalText } from './chat-visit.ts'
import { createSupportDesk } from './desk-service.ts'
import { deskSettingRoutes } from './desk-setting-routes.ts'
import { createChatPhotos } from './photo-service.ts'
import { forgetDue } from './retention-store.ts'
import { deskRoutes } from './support-operator-routes.ts'
import { supportRoutes } from './support-routes.ts'
import { createTyping } from './typing.ts'
import { createVisits } from './visit-service.ts'
import type { VisitDependencies } from './visit-service.ts'
import { endVisits } from './visit-store.ts'

export { listChatPhotos } from './photo-service.ts'
export { seedKeepDays } from './retention-store.ts'

export interface SupportDependencies {
  readonly pool: Database
  readonly bus: Bus
  readonly notifier: Notifier
  readonly logger: Logger
  readonly clock: Clock
  readonly photos: Photos
  readonly vault: Vault
  readonly mode: 'sandbox' | 'live'
  /** Whether this process deletes what is due, and replies as the sandbox's assistant. */
  readonly runsJobs: boolean
  readonly captcha: VisitDependencies['captcha']
  readonly refusalText: RefusalText
  /** A customer's name at the kefu login: the mobile number, or else the account number. */
  contactOf(customerId: bigint): Promise<string>
}

export interface Support {
  readonly routes: ReturnType<typeof supportRoutes>
  /** Adds routes outside the API contract: the kefu login, and photos. */
  addFiles(
    server: Parameters<typeof addChatRoutes>[0],
    edge: Pick<ChatRoutesDependencies, 'origins' | 'admission'>,
  ): void
  /** The socket of customers. `admitLogin` counts a login from an address. */
  endpoint(admitLogin: (address: string) => boolean): SocketEndpoint
  stop(): Promise<void>
}

const sweepEveryMs = 600_000

/** Wires the module, and starts its background work where this process runs jobs. */
export function startSupport(deps: SupportDependencies): Support {
  const { pool, bus, notifier, logger, clock } = deps
  const access = createChatAccess(pool)
  const chat = createChat(deps)
  const hub = createChatHub(bus)
  const typing = createTyping(clock, bus)
  const photos = createChatPhotos(deps)
  const visits = createVisits(deps)
  const desk = createSupportDesk({ pool, hub, typing, visits, clock, notifier })
  const hasAssistant = deps.runsJobs && deps.mode === 'sandbox'
  const assistant = hasAssistant ? startAssistant({ pool, hub, notifier, logger }) : null
  const sweep = async () => {
    // Photos last: those of conversations just deleted go with them.
    for (const forget of [access.prune, () => endVisits(pool), () => forgetDue(pool), photos.sweep])
      await forget().catch((error: unknown) =>
        logger.error({ err: error }, 'deleting expired data of customer service failed'),
      )
  }
  const sweeping = deps.runsJobs ? startRounds(sweep, { everyMs: sweepEveryMs }) : null
  return {
    routes: [
      ...supportRoutes({ access, chat, visits, contactOf: deps.contactOf }),
      ...deskRoutes({ pool, desk, photos }),
      ...deskSettingRoutes(pool),
    ],
    addFiles: (server, edge) => addChatRoutes(server, { pool, access, chat, photos, logger, ...edge }),
    endpoint: (admitLogin) => ({
      path: supportSocketPath,
      hosts: ['all', 'support'],
      protocol: supportSocketProtocol,
      maxMessageBytes: supportSocketLimits.messageBytes,
      onConnection: (connection) => createChatSocket(connection, { ...deps, access, chat, hub, typing, admitLogin }),
    }),
    async stop() {
      hub.close()
      await assistant?.stop()
      await sweeping?.stop()
    },
  }
}
