import * as z from 'zod/mini'
import { photoFile } from './fields.ts'
import { customerOperation } from './operation.ts'
import { userView } from './user-view.ts'

export const userAvatar = customerOperation('user/avatar', 'login', {
  summary:
    'Sets the picture of the customer (multipart). A JPEG, PNG or WebP of at most 10 MB and 32 megapixels; its middle is cut out, re-encoded and stored without metadata.',
  input: z.object({ photo: photoFile }),
  output: userView,
  refusals: ['photo-invalid'],
  success: 'modification-successful',
})

export const userAvatarRemove = customerOperation('user/avatar_remove', 'login', {
  summary: 'Removes the picture of the customer.',
  output: userView,
  success: 'modification-successful',
})
