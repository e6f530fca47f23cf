import { z } from 'zod';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

// Dates and refinements have no form in JSON Schema: what remains of a schema is what a client can rely on.
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return json;
};

const text = { schema: { type: 'string' } };
const ASKED_BY = {
  'X-Request-Id': { description: 'In every log line and error of the request', ...text },
  'X-Time': { description: "The server's time", ...text },
};

const header = (name: string, description: string, required = false): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});
const HEADERS: Record<string, Json> = {
  project: header('X-Project-Id', 'The project; staff must name it'),
  unit: header('X-Unit-Id', 'The unit that a resident speaks for; the project follows from it'),
  once: header('Idempotency-Key', 'Repeating a create with the same key answers the first result'),
  language: header('Accept-Language', 'vi (default), en, ja, zh or ko'),
};

/** Whom a description is for: everybody, or who makes an app for residents. */
export type ReaderOf = 'all' | 'resident';

function parametersOf(route: Route, reader: ReaderOf): Json[] {
  const properties = (schema: z.ZodObject, where: string) => {
    const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || (json.required?.includes(name) ?? false),
      schema: property,
      ...(name === 'filter' && {
        style: 'deepObject',
        explode: true,
        description: 'filter[field][]=value, filter[date][from]=2026-11-01, filter[q]=words',
      }),
    }));
  };
  const ofProject = route.audience === 'project';
  const headers = [
    HEADERS.language,
    ...(ofProject && route.staff && reader === 'all' ? [{ ...HEADERS.project, required: !route.residents }] : []),
    ...(ofProject && route.residents ? [{ ...HEADERS.unit, required: !route.staff || reader === 'resident' }] : []),
    ...(route.creates ? [HEADERS.once] : []),
  ];
  return [
    ...properties(route.params, 'path'),
    ...properties(route.query, 'query'),
    ...headers.filter(one => one !== undefined),
  ];
}

function bodyOf(route: Route, reader: ReaderOf): Json | undefined {
  if (route.upload) {
    const files = {
      type: 'object',
      properties: { files: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: 5 } },
      required: ['files'],
    };
    return { required: true, content: { 'multipart/form-data': { schema: files } } };
  }
  if (!route.body) return undefined;
  // What residents may send is less, and never other.
  const body = reader === 'resident' ? (route.residentBody ?? route.body) : route.body;
  const required = !body.safeParse({}).success;
  return { required, content: { 'application/json': { schema: schemaOf(body, 'input') } } };
}

function successOf(route: Route): Json {
  if (typeof route.answer === 'string')
    return {
      description: 'The file',
      headers: ASKED_BY,
      content: { [route.answer]: { schema: { type: 'string', format: 'binary' } } },
    };
  const schema = {
    type: 'object',
    properties: { code: { const: 'SUCCESS' }, data: schemaOf(route.answer, 'output') },
    required: ['code', 'data'],
  };
  const paged = 'limit' in route.query.shape && {
    'Content-Range': { description: 'items 0-19/1234', ...text },
    'X-Next-Cursor': { description: 'The place after the last row, for `after`; absent at the end', ...text },
  };
  return {
    description: 'Done',
    headers: { ...ASKED_BY, ...paged },
    content: { 'application/json': { schema } },
  };
}

const FAILURE = {
  type: 'object',
  required: ['code', 'error', 'requestId'],
  properties: {
    code: { type: 'string' },
    requestId: { type: 'string' },
    error: {
      type: 'object',
      required: ['statusCode', 'code', 'message'],
      properties: {
        statusCode: { type: 'integer' },
        code: { type: 'string' },
        message: { type: 'string', description: 'In the language of the caller, safe to show' },
        data: {
          type: 'object',
          properties: {
            fields: {
              type: 'object',
              additionalProperties: {
                type: 'object',
                required: ['code', 'message'],
                properties: { code: { type: 'string' }, message: { type: 'string' }, params: { type: 'object' } },
              },
            },
          },
        },
      },
    },
  },
};

const REFUSALS = {
  400: 'What a schema can see is wrong: `error.data.fields` says where',
  401: 'Not signed in, or no longer',
  403: 'No place in this project, or no permission',
  404: 'Not there, or of another project',
  405: 'No such call on this path',
  409: 'In conflict with what is stored',
  413: 'Too large',
  422: 'What only the data can tell is wrong',
  429: 'Too often',
  503: 'The database is away, or the question takes too long',
} as const;
const LATER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

/** Every status with which a route refuses: by who may call it, what it is asked with, and whether it writes. */
function refusalsOf({ audience, params, query, method }: Route): Record<string, Json> {
  const statuses: (keyof typeof REFUSALS)[] = [400, 429, 503];
  if (audience === 'public' || audience === 'user') statuses.push(401, 403, 404);
  if (audience === 'project') statuses.push(401, 403);
  if (Object.keys(params.shape).length > 0) statuses.push(404);
  if (method !== 'get') statuses.push(409, 413);
  // A question may name a record too, which only the data knows.
  // What nobody is signed in for may open by a link, which only the server can tell to be wrong.
  if (method !== 'get' || audience === 'public' || Object.keys(query.shape).length > 0) statuses.push(422);
  const schema = { $ref: '#/components/schemas/Failure' };
  const refusals = [...new Set(statuses), 405 as const].map(status => [
    status,
    {
      description: REFUSALS[status],
      headers: { ...ASKED_BY, ...((status === 429 || status === 503) && LATER) },
      content: { 'application/json': { schema } },
    },
  ]);
  // Answered before a request is one: without our form.
  return { ...Object.fromEntries(refusals), 431: { description: 'The head of the request is too large' } };
}

/** The OpenAPI 3.1 description of the routes, made from the schemas that validate them; for residents only what they may call and send. */
export function describe(routes: readonly Route[], reader: ReaderOf = 'all'): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    if (reader === 'resident' && !route.residents) continue;
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    const body = bodyOf(route, reader);
    const many = route.path.endsWith('-multi') ? { 202: successOf(route) } : {};
    paths[path] = {
      ...paths[path],
      [route.method]: {
        tags: [route.module],
        summary: route.summary,
        operationId: `${route.method}${route.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
        parameters: parametersOf(route, reader),
        ...(body && { requestBody: body }),
        ...(reader === 'all' &&
          route.flags && {
            'x-permission': {
              module: route.module,
              anyOf: route.flags,
              ...(route.readers && { orReaders: route.readers }),
            },
          }),
        security: route.audience === 'public' ? [] : [{ token: [] }],
        responses: {
          [route.status]: successOf(route),
          ...many,
          ...refusalsOf(route),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lobby', version: '1', description: 'The back office of apartment buildings.' },
    paths,
    components: { schemas: { Failure: FAILURE }, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}
