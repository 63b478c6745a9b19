import { expect, it } from 'vitest'
import { routeOf } from '../routes.ts'
import { hrefOfAnnouncement } from './index.ts'

const routeTo = (link: string) => routeOf(hrefOfAnnouncement(link)?.slice(1).split('?')[0] ?? '')

it('leads to a screen of the app, or to the instrument that it names', () => {
  expect(['market', 'floor', 'identity', 'help'].map(routeTo)).toEqual(['market', 'floor', 'certification', 'help'])
  expect(hrefOfAnnouncement('risks')).toBe('#/pages/legal/legal?id=risks')
  expect(hrefOfAnnouncement('instrument:WTI')).toBe('#/pages/contract/contract?symbol=WTI')
})

it('leads nowhere by a name that the app does not know', () => {
  for (const link of [null, '', 'toString', 'https://example.com']) expect(hrefOfAnnouncement(link)).toBeNull()
})
