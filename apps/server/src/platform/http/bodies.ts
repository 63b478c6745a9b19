import formbody from '@fastify/formbody'
import { parse } from 'fast-querystring'
import type { FastifyInstance } from 'fastify'

/** The size of a form where its operation sets no other, and of every body outside the API. */
export const usualFormBytes = 16_384

const maxFields = 100
/** Deeper than any operation's input. */
const maxDepth = 16
/** Members of lists and objects, at all depths together. */
const maxMembers = 500

/** The body has more parts than any operation takes. Refused as `malformed`. */
class TooManyParts extends Error {
  readonly statusCode = 400
}

/** Adds the parsers of forms and JSON, which count the parts of a body before they parse it. */
export async function addBodyParsers(server: FastifyInstance): Promise<void> {
  server.removeContentTypeParser('text/plain')
  await server.register(formbody, {
    parser: (text) => {
      if (hasTooManyFields(text)) throw new TooManyParts('a form has too many fields')
      return parse(text)
    },
  })
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (hasTooManyMembers(text)) done(new TooManyParts('a JSON body has too many parts'))
    else void parseJson(request, text, done)
  })
  // Left on the wire, so that the gates come first.
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

/** Whether a form has more than 100 fields. */
export function hasTooManyFields(form: string): boolean {
  let fields = 1
  for (let at = form.indexOf('&'); at >= 0; at = form.indexOf('&', at + 1)) {
    fields += 1
    if (fields > maxFields) return true
  }
  return false
}

/** Whether JSON nests deeper, or has more members, than any operation takes. Reads the text without parsing it. */
export function hasTooManyMembers(json: string): boolean {
  let depth = 0
  let members = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (isText) {
      if (character === '\\') at += 1
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '[' || character === '{') {
      depth += 1
      members += 1
    } else if (character === ']' || character === '}') depth -= 1
    else if (character === ',') members += 1
    if (depth > maxDepth || members > maxMembers) return true
  }
  return false
}
