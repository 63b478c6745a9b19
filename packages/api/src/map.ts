import * as z from 'zod/mini'
import { customerView } from './operation.ts'

export const mapTiles = customerView({
  path: 'map/tiles',
  summary:
    'Where the operator lets the app fetch the pictures of maps; null where maps are the bundled outlines alone.',
  access: 'public',
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
