// @vitest-environment happy-dom
import { languages } from '@candor/api'
import {
  operatorAnnouncementEnd,
  operatorAnnouncementProposals,
  operatorAnnouncementReach,
  operatorAnnouncements,
  operatorInstruments,
  operatorMe,
} from '@candor/api/operator'
import type { AnnouncementProposalView, AnnouncementView } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { AnnouncementsPage } from './index.ts'

const words = {
  titles: { en: 'Oil pauses', de: 'Öl pausiert' },
  texts: { en: 'For an hour tonight.', de: 'Heute für eine Stunde.' },
}

const waiting: AnnouncementProposalView = {
  id: '4',
  kind: 'hours',
  audience: 'traders',
  link: { page: 'instrument', symbol: 'CL' },
  ...words,
  fromMs: null,
  untilMs: null,
  workFromMs: null,
  workUntilMs: null,
  note: 'The exchange told us',
  state: 'proposed',
  proposedBy: null,
  proposedMs: noonMs,
  decidedBy: null,
  decidedMs: null,
}

const published: AnnouncementView = {
  id: '3',
  kind: 'notice',
  audience: 'everyone',
  link: null,
  titles: { en: 'Cards work again' },
  texts: { en: 'Bank cards can be added again.' },
  fromMs: noonMs,
  untilMs: null,
  createdBy: { operatorId: '8', name: 'Mara' },
  publishedBy: { operatorId: '9', name: 'Noah' },
  createdMs: noonMs,
  endedMs: null,
  endedBy: null,
  endedNote: null,
  workFromMs: null,
  workUntilMs: null,
}

const oil = {
  symbol: 'CL',
  name: 'WTI crude oil',
  category: 'futures' as const,
  isHidden: false,
  isHalted: false,
  terms: [],
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('support')),
  ...on(operatorAnnouncementProposals.list, { items: [waiting], nextCursor: null }),
  ...on(operatorAnnouncements, { items: [published], nextCursor: null }),
  ...on(operatorAnnouncementProposals.confirm, waiting),
  ...on(operatorAnnouncementEnd, published),
  ...on(operatorAnnouncementProposals.propose, waiting),
  ...on(operatorAnnouncementReach, { customers: 8412 }),
  ...on(operatorInstruments, { items: [oil] }),
}
const open = (place = '', changed: PlayedServer = {}) =>
  openView(<AnnouncementsPage />, { ...server, ...changed }, `#/messages${place}`)

describe('the announcements', () => {
  it('that wait show every language without their author, and are published by one press', async () => {
    const page = await open()
    await page.says('Oil pauses', 'For an hour tonight.', 'In 1 more language', 'Öl pausiert', 'The exchange told us')
    await page.says(
      'Only: Traded in the last 30 days',
      'Leads to: Instrument (CL)',
      'Hidden until decided',
      'as soon as it is published',
    )
    await page.press('button', 'Confirm')
    expect(page.sent(operatorAnnouncementProposals.confirm)).toEqual([{ id: '4' }])
  })

  it('of one’s own are confirmed by somebody else', async () => {
    const own = { ...waiting, proposedBy: { operatorId: '7', name: 'Ada' } }
    const page = await open('', on(operatorAnnouncementProposals.list, { items: [own], nextCursor: null }))
    await page.says('Ada, 1 Mar, 12:00')
    expect([page.find('button', 'Confirm'), page.find('button', 'Take back')]).toEqual([null, expect.anything()])
  })

  it('that are shown name both operators, and are called back with a reason', async () => {
    const page = await open()
    await page.says('Cards work again', 'English for everybody', 'Mara, then Noah', 'until called back')
    await page.press('button', 'Call back …', 'Call back “Cards work again”')
    await page.press('button', 'Call it back')
    expect(page.sent(operatorAnnouncementEnd)).toEqual([])
    await page.type('Reason, written to the audit trail', 'It was too early')
    await page.press('button', 'Call it back')
    expect(page.sent(operatorAnnouncementEnd)).toEqual([{ id: '3', note: 'It was too early' }])
  })

  it('are read, not written, by other roles', async () => {
    const page = await open('', on(operatorMe, operatorWith('desk')))
    await page.says('Cards work again', 'Your roles allow you to read these, but not to write them.')
    expect([page.find('button', 'Call back …'), page.find('link', 'Write one')]).toEqual([null, null])
  })
})

describe('a new announcement', () => {
  const write = async (page: Awaited<ReturnType<typeof open>>, language: string) => {
    await page.type(`Title in ${language}`, `A title in ${language}`)
    await page.type(`Text in ${language}`, `A text in ${language}`)
  }

  it('is proposed once every language is there, and kept meanwhile', async () => {
    sessionStorage.clear()
    const page = await open('/write')
    await page.says('9 of 9 languages are missing', 'On a phone, English')
    await write(page, 'English')
    await page.says('A title in English', '8 of 9 languages are missing')
    expect(page.find('button', 'Ask a second person')?.hasAttribute('disabled')).toBe(true)
    const names = new Intl.DisplayNames('en', { type: 'language' })
    for (const language of languages.filter((code) => code !== 'en')) {
      await page.press('button', 'Next one', `English original: “A title in English. A text in English”`)
      await write(page, names.of(language) ?? language)
    }
    await page.says('Every customer reads it in their own language.')
    expect(sessionStorage.getItem('candor.operator.announcement')).toContain('A title in Japanese')
    await page.press('button', 'Ask a second person')
    await page.type('Why', 'Agreed with the bank')
    await page.press('button', 'Propose')
    const [sent] = page.sent(operatorAnnouncementProposals.propose)
    expect(sent).toMatchObject({ kind: 'notice', withEnglish: 'false', note: 'Agreed with the bank' })
    expect(JSON.parse(sent?.['titles'] ?? '')).toMatchObject({ ja: 'A title in Japanese', en: 'A title in English' })
    expect(sessionStorage.getItem('candor.operator.announcement')).toBeNull()
    expect(location.hash).toBe('#/messages')
  })

  it('is proposed in English for the others on purpose only, and never by half', async () => {
    const page = await open('/write')
    expect(page.find('button', 'Send with English for those 8')).toBeNull()
    await write(page, 'English')
    await page.says('Off until Portuguese, Spanish')
    await page.press('button', 'Next one')
    await page.type('Title in Portuguese', 'O petróleo pausa')
    await page.says('A language has a title without a text')
    await page.type('Title in Portuguese', '')
    await page.press('button', 'Send with English for those 8', 'Readers of Portuguese', 'get English')
    await page.type('Why', 'It is urgent')
    await page.press('button', 'Propose')
    expect(page.sent(operatorAnnouncementProposals.propose)).toMatchObject([{ withEnglish: 'true' }])
  })

  it('says how many it addresses, and leads to the instrument that is chosen', async () => {
    const page = await open('/write')
    await page.says('8,412 customers')
    await write(page, 'English')
    await page.select('Who gets it', 'traders')
    await page.select('Link, optional', 'instrument')
    await page.says('Choose the instrument to which it leads.', 'WTI crude oil (CL)')
    expect(page.find('button', 'Send with English for those 8')).toBeNull()
    await page.select('Which instrument', 'CL')
    await page.press('button', 'Send with English for those 8')
    await page.type('Why', 'The exchange told us')
    await page.press('button', 'Propose')
    expect(page.sent(operatorAnnouncementReach)).toEqual([{ audience: 'everyone' }, { audience: 'traders' }])
    const link = { linkPage: 'instrument', linkSymbol: 'CL' }
    expect(page.sent(operatorAnnouncementProposals.propose)).toMatchObject([{ audience: 'traders', ...link }])
  })

  it('about planned work asks for the times of the work', async () => {
    const page = await open('/write')
    await write(page, 'English')
    await page.select('Kind', 'work')
    await page.says('Planned work needs a beginning and an end.')
    await page.type('Work begins, UTC', '2046-11-29T04:00')
    await page.type('Work ends, UTC', '2046-11-29T04:10')
    await page.press('button', 'Send with English for those 8')
    await page.type('Why', 'A restart')
    await page.press('button', 'Propose')
    const workFromMs = String(Date.UTC(2046, 10, 29, 4))
    expect(page.sent(operatorAnnouncementProposals.propose)).toMatchObject([{ kind: 'work', workFromMs }])
  })
})
