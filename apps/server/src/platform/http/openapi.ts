import { refusalsOf } from '@candor/api'
import type { CustomerOperation } from '@candor/api'
import { toJSONSchema } from 'zod/mini'
import { refusalText } from './texts.ts'
import { fileFieldsOf } from './uploads.ts'

/** Builds the OpenAPI 3.1 document of the given operations: inputs, outputs and every refusal with its text. */
export function openApiDocument(operations: readonly CustomerOperation[], version: string): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor API',
      version,
      description:
        'POST, form-encoded (JSON is accepted too). The login token goes into the header `token`, the language into ' +
        '`lang`. Answers are `{code, msg, error?, data}`: code 1 is success, code 0 a refusal named by `error`. ' +
        'Not logged in is HTTP 408, flooding HTTP 429, an unreadable body HTTP 400.',
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths: Object.fromEntries(operations.map((operation) => [`/api/${operation.path}`, { post: describe(operation) }])),
  }
}

function describe(operation: CustomerOperation): Record<string, unknown> {
  const input = toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const output = toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' })
  const names = [...refusalsOf(operation)].sort()
  return {
    operationId: operation.path.replace('/', '_'),
    summary: operation.summary,
    'x-access': operation.access,
    ...securityOf(operation),
    requestBody: {
      content: fileFieldsOf(operation).length === 0 ? formContent(input) : { 'multipart/form-data': { schema: input } },
    },
    responses: {
      200: { description: 'Success, or a refusal', content: answerContent(output, names) },
      400: { description: refusalText('malformed', 'en') },
      ...(operation.access === 'public' ? {} : { 408: { description: refusalText('not-logged-in', 'en') } }),
      429: { description: refusalText('frequent-operations', 'en') },
      500: { description: refusalText('system-error', 'en') },
    },
  }
}

/** A public operation that reads the token takes it or leaves it. */
function securityOf({ access, readsToken }: CustomerOperation): Record<string, unknown> {
  if (access !== 'public') return { security: [{ token: [] }] }
  return readsToken === true ? { security: [{}, { token: [] }] } : {}
}

function formContent(schema: unknown): Record<string, unknown> {
  return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } }
}

/** A file is sent as it is, and its refusals as usual. */
function answerContent(output: { readonly format?: unknown }, names: readonly string[]): Record<string, unknown> {
  const isFile = output.format === 'binary'
  const json = {
    'application/json': {
      schema: isFile ? refusalSchema(names) : { oneOf: [successSchema(output), refusalSchema(names)] },
    },
  }
  return isFile ? { ...json, '*/*': { schema: output } } : json
}

function successSchema(output: unknown): Record<string, unknown> {
  return {
    type: 'object',
    properties: { code: { const: 1 }, msg: { type: 'string' }, data: output },
    required: ['code', 'msg', 'data'],
  }
}

function refusalSchema(names: readonly string[]): Record<string, unknown> {
  return {
    type: 'object',
    properties: { code: { const: 0 }, msg: { type: 'string' }, error: { enum: names }, data: {} },
    required: ['code', 'msg', 'error', 'data'],
  }
}
