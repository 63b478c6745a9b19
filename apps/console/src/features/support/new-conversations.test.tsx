// @vitest-environment happy-dom
import { operatorMe } from '@candor/api/operator'
import { operatorSupportDesk } from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/index.ts'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { openView } from '../../testing/open-view.tsx'
import { setMuted } from './alarm.ts'
import { useSupportCount } from './index.ts'
import { setNotices } from './new-conversations.ts'

const waiting = (id: string): SupportConversation => ({
  id,
  customer: null,
  visitor: { isOnline: true },
  state: 'waiting',
  agent: null,
  language: null,
  device: null,
  openedMs: noonMs,
  waitingSinceMs: noonMs,
  isOverdue: false,
  newestSeq: 1,
  unread: 1,
  agentReadSeq: 0,
  customerReadSeq: 0,
  lastMessage: null,
  rating: null,
})

function Count() {
  return <p>{useSupportCount()} waiting</p>
}

/** Reads the desk twice: the second time with one conversation more. Returns the titles of notifications. */
async function told(isOnDuty: boolean): Promise<string[]> {
  const shown: string[] = []
  class PlayedNotification extends EventTarget {
    static readonly permission = 'granted'
    static readonly requestPermission = () => Promise.resolve('granted')
    constructor(title: string) {
      super()
      shown.push(title)
    }
  }
  vi.stubGlobal('Notification', PlayedNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  setMuted(true)
  await setNotices(true)
  let queue = [waiting('1')]
  const envelope = (data: unknown) => ({ code: 1, msg: '', data })
  const page = await openView(<Count />, {
    [operatorMe.path]: () => envelope(operatorWith('support')),
    [operatorSupportDesk.path]: () =>
      envelope({
        nowMs: noonMs,
        isOnDuty,
        isOpen: true,
        alarmMs: 120_000,
        queue,
        own: [],
        waitingCount: queue.length,
        agents: [],
      }),
  })
  await page.says('1 waiting')
  queue = [waiting('1'), waiting('2')]
  await queryClient.refetchQueries()
  await page.says('2 waiting')
  return shown
}

it('an agent on duty is notified of a new conversation once, and not of those that waited before', async () => {
  expect(await told(true)).toEqual(['A customer is waiting'])
})

it('an agent off duty is left alone', async () => {
  expect(await told(false)).toEqual([])
})
