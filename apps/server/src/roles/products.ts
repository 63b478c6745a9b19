import { sourceNames } from '@candor/proof/encoding'
import { alertsRoutes, createAlertsService } from '../modules/alerts/index.ts'
import { announcementOperatorRoutes, announcementRoutes, createAnnouncements } from '../modules/announcements/index.ts'
import { cellsOperatorRoutes } from '../modules/cells/index.ts'
import { closingRoutes, createClosingService } from '../modules/closing/index.ts'
import {
  conductOperatorRoutes,
  conductRoutes,
  createConductService,
  startAcceptanceWatch,
} from '../modules/conduct/index.ts'
import type { AcceptanceWatch } from '../modules/conduct/index.ts'
import { contractOperatorRoutes, contractRoutes, createContractService } from '../modules/contract/index.ts'
import { correctionOperatorRoutes } from '../modules/correction/index.ts'
import { customerOperatorRoutes } from '../modules/customers/index.ts'
import { createFavouritesService, favouritesRoutes } from '../modules/favourites/index.ts'
import { createHomeService, homeRoutes } from '../modules/home/index.ts'
import { createInterestService, interestOperatorRoutes, interestRoutes } from '../modules/interest/index.ts'
import { createInviteService, inviteRoutes, publishedCodeRoutes } from '../modules/invite/index.ts'
import { createMarketService, marketOperatorRoutes, marketRoutes } from '../modules/market/index.ts'
import type { MarketView } from '../modules/market/index.ts'
import { createMessagesService, messagesRoutes } from '../modules/messages/index.ts'
import { createAuditReader } from '../modules/operator/index.ts'
import { createOwnDataService, ownDataRoutes } from '../modules/own-data/index.ts'
import { createPushService, pushRoutes } from '../modules/push/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import { createCustomerLimits } from '../modules/security/index.ts'
import { createSolvencyService, solvencyRoutes } from '../modules/solvency/index.ts'
import { createStatementExports, createStatementService, statementRoutes } from '../modules/statement/index.ts'
import { createSwapService, swapOperatorRoutes, swapRoutes } from '../modules/swap/index.ts'
import { mapRoutes, systemRoutes } from '../modules/system/index.ts'
import { settingsOperatorRoutes, termsOperatorRoutes } from '../modules/terms/index.ts'
import {
  checkpointRoutes,
  frameRoutes,
  logOperatorRoutes,
  createReceipts,
  openAcceptances,
  receiptRoutes,
  seedRoutes,
  witnessRoutes,
} from '../modules/transparency/index.ts'
import type { Config } from '../platform/config/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Route } from '../platform/http/index.ts'
import type { Accounts } from './accounts.ts'
import type { Cases } from './cases.ts'
import { logFolderOf, originHost } from './log.ts'
import { openPushSender } from './push.ts'
import type { Health, Shared } from './shared.ts'
import { openVault } from './vault.ts'
import { version } from './version.ts'

/** The products' dependencies besides what every role shares. */
interface ProductGround {
  readonly view: MarketView
  readonly health: Health
  readonly accounts: Accounts
  readonly cases: Pick<Cases, 'routes' | 'verifiedName'>
}

/** What the products serve. */
export interface Products {
  /** The operations of customers and operators. */
  readonly routes: readonly Route[]
  /** Stores what was counted last. */
  stop(): Promise<void>
}

/** Wires the products. */
export async function createProducts(shared: Shared, ground: ProductGround): Promise<Products> {
  const acceptTimes = await startAcceptanceWatch(shared)
  return {
    routes: [
      ...ground.accounts.routes,
      ...ground.cases.routes,
      ...(await customerRoutes(shared, ground, acceptTimes)),
      ...interestRoutes(createInterestService(shared)),
      ...inviteRoutes(createInviteService(shared.pool)),
      ...closingRoutes(createClosingService({ ...shared, ...ground.accounts, clock: systemClock })),
      ...ownDataRoutes(openOwnData(shared, ground.accounts)),
      ...solvencyRoutes(createSolvencyService(shared.pool)),
      ...conductRoutes(createConductService({ pool: shared.pool, clock: systemClock })),
      ...publishedCodeRoutes(shared.pool),
      ...sharedOperatorRoutes(shared, ground),
    ],
    stop: acceptTimes.stop,
  }
}

function openOwnData({ config, pool }: Shared, { identity: { confirmLoginPassword } }: Accounts) {
  return createOwnDataService({ pool, clock: systemClock, vault: openVault(config), confirmLoginPassword })
}

/** The operators' operations besides reviews. */
function sharedOperatorRoutes(
  shared: Shared,
  { view, health, accounts: { identity }, cases: { verifiedName } }: ProductGround,
): Route[] {
  const { cells, config, logger, pool, reads } = shared
  return [
    ...customerOperatorRoutes({
      pool,
      reads,
      identity,
      verifiedName,
      statement: createStatementService(pool, reads),
      audit: createAuditReader(pool),
      limits: createCustomerLimits({ pool, clock: systemClock }),
    }),
    ...announcementOperatorRoutes({ pool, nowMs: systemClock.nowMs }),
    ...termsOperatorRoutes(pool),
    ...settingsOperatorRoutes(pool),
    ...interestOperatorRoutes(pool),
    ...swapOperatorRoutes(pool),
    ...marketOperatorRoutes({
      pool,
      view,
      sources: health.sources,
      feed: () => feedStatus(config.feed, { view, health }),
    }),
    ...contractOperatorRoutes(pool),
    ...conductOperatorRoutes(pool),
    ...cellsOperatorRoutes(cells, logger),
    ...logOperatorRoutes(pool, systemClock),
    ...correctionOperatorRoutes({ pool, onBooked: (customerId, id) => announceCorrection(shared, customerId, id) }),
  ]
}

async function announceCorrection(
  { balances, notifier }: Pick<Shared, 'balances' | 'notifier'>,
  customerId: bigint,
  id: string,
): Promise<void> {
  await notifier.announce(customerId, { kind: 'message', id, state: 'correction-booked' })
  balances.publish([customerId])
}

async function customerRoutes(
  shared: Shared,
  { view, health }: ProductGround,
  acceptTimes: Pick<AcceptanceWatch, 'add'>,
): Promise<Route[]> {
  const { config, pool, reads, bus, balances, notifier, logger, metrics } = shared
  // Without a key, as in trials of single parts, orders have no acceptance.
  const acceptances =
    config.acceptanceKey === ''
      ? null
      : await openAcceptances(pool, { key: config.acceptanceKey, host: originHost(config) })
  const contract = await createContractService({
    pool,
    ...(acceptances === null ? {} : { acceptances }),
    bus,
    balances,
    logger,
    isClockRight: health.isClockRight,
    onPlaced: ({ outcome, stakeUnits, tookMs }) => {
      metrics.ordersPlaced.inc({ outcome })
      metrics.orderSeconds.observe(tookMs / 1000)
      if (outcome === 'accepted') acceptTimes.add(stakeUnits, tookMs)
    },
  })
  const market = createMarketService({ view, pool, reads, clock: systemClock, sources: health.sources })
  const home = createHomeService({
    pool,
    clock: systemClock,
    market,
    contract,
    mode: config.mode,
    announcements: createAnnouncements({ pool, nowMs: systemClock.nowMs }),
    isLedgerHalted: health.isLedgerHalted,
    sourcesDown: () => health.sources().flatMap(({ name, state }) => (state === 'down' ? [name] : [])),
    publishedMs: () => view.latest?.publishedMs ?? null,
  })
  return [
    ...marketRoutes(market),
    ...favouritesRoutes(createFavouritesService(pool)),
    ...alertsRoutes(createAlertsService(pool)),
    ...homeRoutes(home),
    ...contractRoutes(contract),
    ...statementRoutes(
      createStatementService(pool, reads),
      createStatementExports({ pool, clock: systemClock, logger }),
    ),
    ...messagesRoutes(createMessagesService({ pool, notifier })),
    ...pushRoutes(createPushService({ pool, sender: openPushSender(config) })),
    ...swapRoutes(
      createSwapService({
        pool,
        logger,
        onSwapped: (customerId, id) => notifier.announce(customerId, { kind: 'swap', id, state: 'swapped' }),
      }),
    ),
    ...statusRoutes(config, { view, health }),
    ...announcementRoutes(pool),
    ...checkpointRoutes(pool, acceptances?.vkey ?? null),
    ...frameRoutes(pool, sourceNames),
    ...seedRoutes(pool),
    ...witnessRoutes(pool, systemClock),
    ...receiptRoutes(createReceipts({ pool, folder: logFolderOf(config), acceptances, clock: systemClock, logger })),
    ...mapRoutes(config.mapTiles === '' ? null : { url: config.mapTiles, attribution: config.mapAttribution }),
  ]
}

function statusRoutes(config: Config, { view, health }: Pick<ProductGround, 'view' | 'health'>): Route[] {
  const { mode, operatorName: name, operatorLicence: licence } = config
  return systemRoutes({
    version,
    mode,
    operator: name === '' ? null : { name, licence },
    genesisMs: view.genesisMs,
    nowMs: systemClock.nowMs,
    newestSlot: () => view.latest?.slot ?? null,
    feed: () => feedStatus(config.feed, { view, health }),
    ledger: () => (health.isLedgerHalted() ? 'halted' : 'ok'),
  })
}

function feedStatus(name: string, { view, health }: Pick<ProductGround, 'view' | 'health'>) {
  const kinds = view.sourceKinds()
  const isLive = kinds.length > 0 && kinds.every((kind) => kind === 'live')
  return { name, kinds, isLive, sources: health.sources().map(sourceStatus) }
}

function sourceStatus({ name, state, lastTickMs }: SourceHealth) {
  return {
    name,
    state,
    lastTickAgeMs: lastTickMs === null ? null : Math.max(0, Math.round(systemClock.nowMs() - lastTickMs)),
  }
}
