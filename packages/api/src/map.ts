import * as z from 'zod/mini'
import { noInput } from './fields.ts'
import { operation } from './operation.ts'

export const mapTiles = operation({
  audience: 'customer',
  path: 'map/tiles',
  summary:
    'Where the operator lets the app fetch the pictures of maps; null where maps are the bundled outlines alone.',
  access: 'public',
  input: noInput,
  output: z.object({
    tiles: z.nullable(
      z.object({
        /** With `{z}`, `{x}` and `{y}` for zoom, column and row. */
        url: z.string(),
        attribution: z.string(),
      }),
    ),
  }),
  refusals: [],
})
