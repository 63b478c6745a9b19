import * as z from 'zod/mini'

const decimalPattern = /^\d{1,12}(\.\d{1,6})?$/
/** A number of a row: 18 digits fit the database's bigint. */
export const idPattern = /^\d{1,18}$/

const symbol = '[A-Z0-9]{3,20}'
export const symbolPattern = new RegExp(`^${symbol}$`)
/** Symbols with commas between them. */
export const symbolListPattern = new RegExp(`^${symbol}(,${symbol})*$`)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const integerPattern = /^\d{1,15}$/

/**
 * Whether a database stores a text: not with half of a surrogate pair, which JSON can name, nor with a null character.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A non-negative money amount as a decimal string with at most six decimals. */
export const amountText = z.string('required').check(z.regex(decimalPattern, 'wrong-format'))

/** A decimal string from the server: money or a price, possibly negative. */
export const decimalText = z.string().check(z.regex(/^-?\d{1,18}(\.\d{1,18})?$/))

/** A whole number that a form sends as text and JSON may send as a number. */
export const wholeNumber = z.pipe(
  z.union(
    [
      z.string().check(z.regex(integerPattern, 'wrong-format')),
      z.int('wrong-format').check(z.nonnegative('wrong-format')),
    ],
    'required',
  ),
  z.transform(Number),
)

/** Local time's offset from UTC in minutes: -720 to 840. Forms send it as text, JSON may send a number. */
export const utcOffsetMinutes = z.pipe(
  z.union([z.string().check(z.regex(/^-?\d{1,3}$/, 'wrong-format')), z.int('wrong-format')], 'required'),
  z.pipe(z.transform(Number), z.int().check(z.gte(-720, 'too-small'), z.lte(840, 'too-large'))),
)

/** The id that makes a call happen once: a UUID of version 4 or 7, made by the client for each tap. */
export const requestId = z.string('required').check(z.regex(uuidPattern, 'wrong-format'))

/** The id of a row, as it came from the server. */
export const idText = z.string('required').check(z.regex(idPattern, 'wrong-format'))

/** The id of a customer's record, as it came from the server: opaque to the client. */
export const recordId = z.string('required').check(z.maxLength(64, 'too-long'))

/** Unix milliseconds (UTC). */
export const timeMs = z.int()

/** A slot number, counted from genesis. */
export const slotNumber = z.int()

export const assetName = z.enum(['USD', 'USDT'], 'unknown-value')
export const chainName = z.enum(['TRC20', 'ERC20'], 'unknown-value')
export const categoryName = z.enum(['futures', 'forex', 'crypto'], 'unknown-value')
export const directionName = z.enum(['up', 'down'], 'unknown-value')
export const symbolText = z.string('required').check(z.regex(symbolPattern, 'wrong-format'))

/** Cursor of a list: opaque to the client, and left out for the first page. */
export const cursorText = z.optional(z.string().check(z.maxLength(200, 'too-long')))

/** The number of items per page: 1 to 100. */
export const listLimit = z._default(wholeNumber.check(z.gte(1, 'too-small'), z.lte(100, 'too-large')), 20)

/** The fields that select a page of a list. */
export const pageFields = { cursor: cursorText, limit: listLimit }

/** A page of a list. */
export function page<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}

/** An operation without fields. */
export const noInput = z.object({})

/** A response without data. */
export const noData = z.null()

/** A response that is a file instead of JSON; a refusal is still JSON. */
export const fileOutput = z.file()

/** The largest file that a form may carry, in bytes. */
export const maxFileBytes = 10_000_000

/** A photo in a multipart form. Its real content is only known after decoding. */
export const photoFile = z.file('required').check(z.maxSize(maxFileBytes, 'too-large'))
