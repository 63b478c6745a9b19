import { mostCountedUnread } from '@candor/api'
import type { Language, MessageGroup, MessageView, Notice } from '@candor/api'
import { pageOf } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { cursorOf, keyOf, messageIdOf, messageView } from './messages.ts'
import { countUnread, findInInbox, markAllRead, markRead, readInbox } from './messages-store.ts'
import type { Notifier } from './notifier-service.ts'

/** The requested page of the inbox. */
export interface InboxPage extends PageWanted {
  readonly group: MessageGroup | null
}

/** A customer's inbox. */
export interface MessagesService {
  /** A page, newest first. A malformed cursor returns an empty page. */
  list(customerId: bigint, wanted: InboxPage, lang: Language): Promise<Page<MessageView>>
  /** One message, read from now on. */
  detail(customerId: bigint, id: string, lang: Language): Promise<Result<MessageView, 'not-found'>>
  readAll(customerId: bigint): Promise<void>
  /** At most `mostCountedUnread`. */
  unread(customerId: bigint): Promise<number>
}

/** Serves inboxes. Reading on one device is published to the others. */
export function createMessagesService({
  pool,
  notifier,
}: {
  readonly pool: Database
  readonly notifier: Notifier
}): MessagesService {
  const tell = (customerId: bigint, id: string) => {
    const read: Notice = { kind: 'message', id, state: 'read' }
    return notifier.announce(customerId, read)
  }
  return {
    list: (customerId, wanted, lang) =>
      pageOf(wanted, {
        positionOf: keyOf,
        read: (after, limit) => readInbox(pool, { customerId, group: wanted.group, after, limit }),
        cursorOf,
        viewOf: (message) => messageView(message, lang),
      }),
    async detail(customerId, id, lang) {
      const wanted = messageIdOf(id)
      const message = wanted === null ? null : await findInInbox(pool, customerId, wanted)
      if (message === null) return refuse('not-found')
      if (!message.isRead) {
        await markRead(pool, customerId, message)
        await tell(customerId, id)
      }
      return ok(messageView({ ...message, isRead: true }, lang))
    },
    async readAll(customerId) {
      await markAllRead(pool, customerId)
      await tell(customerId, 'all')
    },
    unread: (customerId) => countUnread(pool, customerId, mostCountedUnread),
  }
}
