import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'

const decimalDegrees = /^-?\d{1,3}(\.\d{1,6})?$/

/** Degrees that a form sends as text and JSON may send as a number. */
function degrees(max: number) {
  return z.pipe(
    z.union([z.string().check(z.regex(decimalDegrees, 'wrong-format')), z.number('wrong-format')], 'required'),
    z.pipe(z.transform(Number), z.number().check(z.gte(-max, 'too-small'), z.lte(max, 'too-large'))),
  )
}

/**
 * Where the customer lives, as they wrote it, and the point on the map that they chose for it. North and east are
 * positive.
 */
const addressView = z.object({
  text: z.string(),
  point: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
})

const ownAddress = z.object({ address: z.nullable(addressView) })
export type OwnAddress = z.output<typeof ownAddress>['address']

export const userAddress = customerOperation('user/address', 'login', {
  summary: 'The address of the customer; null where there is none.',
  output: ownAddress,
})

export const userAddressSet = customerOperation('user/address_set', 'login', {
  summary:
    'Sets the address of the customer, with or without a point on the map, or takes it away where `text` is left out.',
  input: z
    .object({
      /** 3 to 200 characters on one line. */
      text: z.optional(z.string().check(z.trim(), z.regex(/^\P{C}{3,200}$/u, 'wrong-format'))),
      lat: z.optional(degrees(90)),
      lng: z.optional(degrees(180)),
    })
    .check(
      z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), { path: ['lng'], error: 'required' }),
      z.refine(({ text, lat }) => text !== undefined || lat === undefined, { path: ['text'], error: 'required' }),
    ),
  output: ownAddress,
  success: 'modification-successful',
})
