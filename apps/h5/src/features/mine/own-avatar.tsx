import { userInfo } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { Avatar } from './avatar.tsx'

/** The picture of the signed-in customer. Decorative, and nothing until it is known. */
export function OwnAvatar({ size }: { readonly size: number }) {
  const { data } = useQuery(queryFor(userInfo, {}))
  return data === undefined ? null : <Avatar user={data} size={size} />
}
