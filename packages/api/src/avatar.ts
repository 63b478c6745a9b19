import * as z from 'zod/mini'
import { noInput, photoFile } from './fields.ts'
import { operation } from './operation.ts'
import { userView } from './user-view.ts'

export const userAvatar = operation({
  audience: 'customer',
  path: 'user/avatar',
  summary:
    'Sets the picture of the customer (multipart). A JPEG, PNG or WebP of at most 10 MB and 32 megapixels; its middle is cut out, re-encoded and stored without metadata.',
  access: 'login',
  input: z.object({ photo: photoFile }),
  output: userView,
  refusals: ['photo-invalid'],
  success: 'modification-successful',
})

export const userAvatarRemove = operation({
  audience: 'customer',
  path: 'user/avatar_remove',
  summary: 'Removes the picture of the customer.',
  access: 'login',
  input: noInput,
  output: userView,
  refusals: [],
  success: 'modification-successful',
})
