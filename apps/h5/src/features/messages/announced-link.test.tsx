// @vitest-environment happy-dom
import type { MessageView } from '@candor/api'
import { expect, it } from 'vitest'
import { useTexts } from '../../shared/i18n/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { messageThing } from './message-labels.ts'

type Announced = Extract<MessageView, { type: 'announcement' }>

function Leads({ link }: Pick<Announced, 'link'>) {
  const common = { id: 'a1', group: 'notices', atMs: 1, isRead: false } as const
  const words = { about: 'hours', title: 'Oil pauses', text: 'For an hour.' } as const
  const thing = messageThing(useTexts(), { type: 'announcement', ...common, ...words, link })
  return thing === null ? <p>nowhere</p> : <a href={thing.href}>{thing.label}</a>
}

const drawn = async (link: Announced['link']) => {
  const { all, text } = await draw(<Leads link={link} />)
  return [text(), all('a')[0]?.getAttribute('href')]
}

it('leads from an announcement to the screen or the instrument that it names', async () => {
  expect(await drawn('interest')).toEqual(['Interest wallet', '#/pages/interest/interest'])
  expect(await drawn('risks')).toEqual(['Risks', '#/pages/legal/legal?id=risks'])
  const oil = await drawn('instrument:WTI')
  expect(oil).toEqual(['See the price', '#/pages/contract/contract?symbol=WTI'])
})

it('leads nowhere from an announcement without a link', async () => {
  expect(await drawn(null)).toEqual(['nowhere', undefined])
})
