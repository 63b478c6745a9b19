import {
  operatorSupportClaim,
  operatorSupportClose,
  operatorSupportConversation,
  operatorSupportDesk,
  operatorSupportDuty,
  operatorSupportHistory,
  operatorSupportImage,
  operatorSupportList,
  operatorSupportNoteAdd,
  operatorSupportRead,
  operatorSupportSend,
  operatorSupportSendImage,
  operatorSupportTransfer,
  operatorSupportTyping,
} from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Agent } from './agent.ts'
import type { SupportDesk } from './desk-service.ts'
import { addNote, readNotes, readRatings } from './desk-store.ts'
import { findAnsweredImage, findImageOfConversation } from './image-store.ts'
import { readMessages } from './message-store.ts'
import { digestOf } from './photo-service.ts'
import type { ChatPhotos } from './photo-service.ts'
import { createViewing } from './viewing.ts'

export interface DeskRoutesDependencies {
  readonly pool: Database
  readonly desk: SupportDesk
  readonly photos: ChatPhotos
}

/** Conversations as agents call them. */
export function deskRoutes({ pool, desk, photos }: DeskRoutesDependencies): Route[] {
  const viewing = createViewing(pool)
  const sendImage = imageSender({ pool, desk, photos })
  return [
    route(operatorSupportDesk, async (_input, { operator }) => ok(await desk.look(operator))),
    route(operatorSupportDuty, async ({ isOnDuty }, { operator }) => {
      await desk.setDuty(operator, isOnDuty)
      return ok({ isOnDuty })
    }),
    route(operatorSupportList, async ({ state = null, text, mine, cursor, limit }, { operator }) => {
      const operatorId = mine ? operator.operatorId : null
      const filter = { state, text: text?.trim() || null, operatorId, before: keyOf(cursor), limit }
      const { items, last } = await desk.list(operator, filter)
      const hasMore = items.length === limit && last !== undefined
      return ok({ items, nextCursor: hasMore ? `${last.lastMs}-${last.conversationId}` : null })
    }),
    route(operatorSupportConversation, async ({ id }, { operator }) => {
      const found = await desk.find(operator, BigInt(id))
      if (found === null) return refuse('not-found')
      await viewing.ofConversation(operator, found)
      const [notes, ratings] = await Promise.all([
        readNotes(pool, found.conversationId),
        readRatings(pool, found.conversationId),
      ])
      return ok({ conversation: found.view, registeredMs: found.account?.registeredMs ?? null, notes, ratings })
    }),
    route(operatorSupportHistory, async ({ id, beforeSeq = null, afterSeq = null, limit }, { operator }) => {
      const found = await desk.find(operator, BigInt(id))
      if (found === null) return refuse('not-found')
      await viewing.ofConversation(operator, found)
      const messages = await readMessages(pool, found.conversationId, { beforeSeq, afterSeq, limit: limit + 1 })
      return ok({
        items: afterSeq === null ? messages.slice(-limit) : messages.slice(0, limit),
        hasMore: messages.length > limit,
      })
    }),
    route(operatorSupportClaim, ({ id }, { operator }) => desk.claim(operator, BigInt(id))),
    route(operatorSupportSend, ({ id, clientId, text }, { operator }) =>
      desk.write(operator, { conversationId: BigInt(id), clientId, body: { kind: 'text', text } }),
    ),
    route(operatorSupportSendImage, ({ id, clientId, photo }, { operator }) =>
      sendImage(operator, { id: BigInt(id), clientId, photo }),
    ),
    route(operatorSupportImage, async ({ id, imageId }, { operator }) => {
      const found = await desk.find(operator, BigInt(id))
      const image = found === null ? null : await findImageOfConversation(pool, found.conversationId, imageId)
      if (found === null || image === null) return refuse('not-found')
      if (image.isCustomers) await viewing.ofPhoto(operator, found, imageId)
      const body = await photos.open(image.objectId)
      return body === null ? refuse('not-found') : ok({ contentType: 'image/webp', body })
    }),
    route(operatorSupportTyping, ({ id, isTyping }, { operator }) => desk.showTyping(operator, BigInt(id), isTyping)),
    route(operatorSupportRead, ({ id, seq }, { operator }) => desk.read(operator, BigInt(id), seq)),
    route(operatorSupportTransfer, ({ id, operatorId }, { operator }) =>
      desk.transfer(operator, BigInt(id), operatorId === undefined ? null : BigInt(operatorId)),
    ),
    route(operatorSupportClose, ({ id }, { operator }) => desk.close(operator, BigInt(id))),
    route(operatorSupportNoteAdd, async ({ id, text }, { operator }) => {
      const note = await addNote(pool, operator.secret, BigInt(id), text)
      return note === null ? refuse('not-found') : ok(note)
    }),
  ]
}

type ImageAnswer = { readonly id: bigint; readonly clientId: string; readonly photo: File | undefined }
type SentImage = Result<
  SupportMessage,
  'not-found' | 'not-allowed' | 'conflict' | 'photo-invalid' | 'frequent-operations'
>

/** Sends a photo once: a repeat is recognised by its client id and its bytes, and stores nothing. */
function imageSender({ pool, desk, photos }: DeskRoutesDependencies) {
  return async (operator: Agent, { id, clientId, photo }: ImageAnswer): Promise<SentImage> => {
    const found = await desk.find(operator, id)
    if (found === null) return refuse('not-found')
    if (found.operatorId !== operator.operatorId || found.account === null) return refuse('not-allowed')
    if (photo === undefined) return refuse('photo-invalid')
    const bytes = new Uint8Array(await photo.arrayBuffer())
    const former = await findAnsweredImage(pool, { conversationId: id, operatorId: operator.operatorId, clientId })
    if (former !== null && !former.digest.equals(digestOf(bytes))) return refuse('conflict')
    const stored = former === null ? await photos.store({ operatorId: operator.operatorId }, bytes) : ok(former)
    if (!stored.ok) return stored
    return desk.write(operator, {
      conversationId: id,
      clientId,
      body: { kind: 'image', imageId: stored.value.imageId },
    })
  }
}

function keyOf(cursor: string | undefined): { lastMs: number; conversationId: bigint } | null {
  const match = /^(\d{1,15})-(\d{1,18})$/.exec(cursor ?? '')
  return match === null ? null : { lastMs: Number(match[1]), conversationId: BigInt(match[2] ?? 0) }
}
