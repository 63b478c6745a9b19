import { hrefOf } from '../routes.ts'

const instrument = 'instrument:'

const hrefs = new Map([
  ['market', hrefOf('market')],
  ['recharge', hrefOf('recharge')],
  ['withdrawal', hrefOf('withdrawal')],
  ['swap', hrefOf('swap')],
  ['interest', hrefOf('interest')],
  ['floor', hrefOf('floor')],
  ['identity', hrefOf('certification')],
  ['terms', hrefOf('legal', { id: 'terms' })],
  ['risks', hrefOf('legal', { id: 'risks' })],
  ['help', hrefOf('help')],
])

/** The `href` of what an announcement names; null for nothing, and for what this version of the app does not know. */
export function hrefOfAnnouncement(link: string | null): string | null {
  if (link === null) return null
  if (link.startsWith(instrument)) return hrefOf('contract', { symbol: link.slice(instrument.length) })
  return hrefs.get(link) ?? null
}
