import type { AdvertView } from '@candor/api'
import { fixture } from './fixture.ts'

/** An advert of the house whose sales are confirmed automatically. */
export const anAdvert = fixture<AdvertView>({
  id: '1',
  desk: { name: 'Meridian Desk', kind: 'house' },
  unitPrice: '0.9991',
  total: '20000',
  remaining: '12400',
  minimum: '50',
  maximum: '5000',
  isOpen: true,
  isAuto: true,
  timeLimitMs: null,
  publishedMs: 0,
  successorId: null,
})
