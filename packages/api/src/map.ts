import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'

export const mapTiles = customerOperation('map/tiles', 'public', {
  summary:
    'Where the operator lets the app fetch the pictures of maps; null where maps are the bundled outlines alone.',
  output: z.object({
    tiles: z.nullable(
      z.object({
        /** With `{z}`, `{x}` and `{y}` for zoom, column and row. */
        url: z.string(),
        attribution: z.string(),
      }),
    ),
  }),
})
