import { legalDocuments } from '@candor/api'
import { createDemoClient } from './client.ts'

/** The legal texts of a server that a customer agrees to by registering, as `user/register` takes them. */
export async function publishedDocuments(origin: string): Promise<string> {
  const { items } = await createDemoClient(origin).call(legalDocuments, {})
  const agreed = items.filter(({ needsConsent }) => needsConsent)
  return agreed.map(({ name, version }) => `${name}.${version}`).join(',')
}
