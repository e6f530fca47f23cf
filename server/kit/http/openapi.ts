import { z } from 'zod';
import type { Route } from './route.ts';
import { partsSaidOnce, schemasSaidOnce } from './said-once.ts';

type Json = Record<string, unknown>;

const described = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() };

// Dates and refinements have no form in JSON Schema and are left out; the rest is what a client can rely on.
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const reference = described[io].get(schema);
  if (reference) return reference;
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => shorten(jsonSchema, io),
  });
  described[io].set(schema, json);
  return json;
}

const text = { schema: { type: 'string' } };
const HEADERS_OF_ANSWERS = {
  RequestId: { description: 'In every log line and error of the request', ...text },
  Time: { description: "The server's time", ...text },
  Range: { description: 'items 0-19/1234', ...text },
  Next: { description: 'The place after the last row, for `after`; absent at the end', ...text },
  Later: { description: 'Seconds', schema: { type: 'integer' } },
};
const answered = (name: keyof typeof HEADERS_OF_ANSWERS) => ({ $ref: `#/components/headers/${name}` });

/** Security schemes: credentials and the headers that choose the project or unit. Each is declared once. */
const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  project: { type: 'apiKey', in: 'header', name: 'X-Project-Id', description: 'The project; staff must name it' },
  unit: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Unit-Id',
    description: 'The unit that a resident speaks for; the project follows from it',
  },
};
const AS_STAFF = { token: [], project: [] };
const AS_RESIDENT = { token: [], unit: [] };

const ONCE: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a create or an act with the same key answers the first result',
  schema: { type: 'string' },
};

/**
 * Simplifies a schema: drops default integer bounds, and writes nullable values as two types. Answers allow additional
 * properties, since later versions may add some.
 */
function shorten(schema: Json, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const [variant, none, ...others] = (schema.anyOf ?? []) as Json[];
  if (!variant || none?.type !== 'null' || others.length > 0 || typeof variant.type !== 'string') return;
  delete schema.anyOf;
  Object.assign(schema, variant, {
    type: [variant.type, 'null'],
    ...(Array.isArray(variant.enum) && { enum: [...variant.enum, null] }),
  });
}

/** Audience of a description: everybody, or developers of a residents' app. */
export type ReaderOf = 'all' | 'resident';

/** Returns a schema inline or as a reference to a shared one; `hint` names it if it has no title. */
type Say = (schema: Json, hint: string) => Json;

/** The last path segment that is no parameter. */
const wordOf = ({ path }: Route) => path.split('/').findLast(part => part && !part.startsWith(':')) ?? '';

function parametersOf(route: Route, say: Say): Json[] {
  const properties = (schema: z.ZodObject, where: string) => {
    const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || (json.required?.includes(name) ?? false),
      schema: say(property, name),
      ...(name === 'filter' && {
        style: 'deepObject',
        explode: true,
        description: 'filter[field][]=value, filter[date][from]=2026-11-01, filter[q]=words',
      }),
    }));
  };
  return [
    ...properties(route.params, 'path'),
    ...properties(route.query, 'query'),
    ...(route.creates || route.again ? [ONCE] : []),
  ];
}

export function callersOf({ audience, staff, residents }: Route, reader: ReaderOf): Json[] {
  if (audience === 'public') return [];
  if (audience === 'user') return [{ token: [] }];
  return [...(staff && reader === 'all' ? [AS_STAFF] : []), ...(residents ? [AS_RESIDENT] : [])];
}

function bodyOf(route: Route, reader: ReaderOf, say: Say): Json | undefined {
  if (route.upload) {
    const files = {
      type: 'object',
      properties: { files: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: 5 } },
      required: ['files'],
    };
    return { required: true, content: { 'multipart/form-data': { schema: files } } };
  }
  if (!route.body) return undefined;
  // The body of residents is a subset of the body of staff.
  const body = reader === 'resident' ? (route.residentBody ?? route.body) : route.body;
  const required = !body.safeParse({}).success;
  const schema = say(schemaOf(body, 'input'), `${wordOf(route)} input`);
  return { required, content: { 'application/json': { schema } } };
}

function successOf(route: Route, say: Say): Json {
  if (typeof route.answer === 'string')
    return {
      description: 'The file',
      content: { [route.answer]: { schema: { type: 'string', format: 'binary' } } },
    };
  const schema = {
    type: 'object',
    properties: { data: say(schemaOf(route.answer, 'output'), `${wordOf(route)} answer`) },
    required: ['data'],
  };
  const paged = 'limit' in route.query.shape && {
    'X-Time': answered('Time'),
    'Content-Range': answered('Range'),
    'X-Next-Cursor': answered('Next'),
  };
  return {
    description: 'Done',
    ...(paged && { headers: paged }),
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
  431: 'The head of the request is too large: answered without our form',
  503: 'The database is away, or the question takes too long',
} as const;
/** The shared failure response; most of it applies to every call. */
const REFUSED: Json = {
  description: Object.entries(REFUSALS)
    .map(([status, why]) => `${status}: ${why}`)
    .join('. '),
  headers: { 'X-Request-Id': answered('RequestId'), 'X-Time': answered('Time'), 'Retry-After': answered('Later') },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** Default security of the description. */
const USUAL: Record<ReaderOf, Json[]> = { all: [AS_STAFF], resident: [AS_RESIDENT] };

interface Operation {
  parameters: Json[];
  requestBody?: Json;
  responses: Json;
  [more: string]: unknown;
}

function operationOf(route: Route, reader: ReaderOf, say: Say): Operation {
  const body = bodyOf(route, reader, say);
  const success = successOf(route, say);
  const callers = callersOf(route, reader);
  return {
    tags: [route.module],
    summary: route.summary,
    operationId: `${route.method}${route.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    parameters: parametersOf(route, say),
    ...(body && { requestBody: body }),
    // Flags on the module of the tag; a caller with read access to one of `x-readers` is let in too.
    ...(reader === 'all' && route.flags && { 'x-flags': route.flags }),
    ...(reader === 'all' && route.readers && { 'x-readers': route.readers }),
    ...(JSON.stringify(callers) !== JSON.stringify(USUAL[reader]) && { security: callers }),
    responses: {
      [route.status]: success,
      ...(route.pends && { 202: success }),
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

/** Which routes a description covers: those of one module if it is named. */
export interface OpenApiOptions {
  reader?: ReaderOf;
  module?: string | undefined;
  titleOf?: (module: string) => string | undefined;
}

/**
 * Builds the OpenAPI 3.1 description of the routes from the schemas that validate them; for residents only what they may
 * call and send. Schemas used several times become components.
 */
export function describe(routes: readonly Route[], { reader = 'all', module, titleOf }: OpenApiOptions = {}): Json {
  const listed = routes.filter(
    route => (reader === 'all' || route.residents) && (module === undefined || route.module === module),
  );
  const schemas = schemasSaidOnce();
  for (const route of listed)
    operationOf(route, reader, schema => {
      schemas.add(schema);
      return schema;
    });
  const operations = listed.map(route => ({ route, operation: operationOf(route, reader, schemas.write) }));

  const [parameters, bodies, answers] = ['parameters', 'requestBodies', 'responses'].map(partsSaidOnce) as [
    Parts,
    Parts,
    Parts,
  ];
  for (const { route, operation } of operations) {
    for (const parameter of operation.parameters) parameters.note(parameter);
    if (operation.requestBody) bodies.note(operation.requestBody);
    answers.note(operation.responses[route.status] as Json);
  }
  const paths: Record<string, Record<string, Json>> = {};
  for (const { route, operation } of operations) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    const word = wordOf(route);
    const parametersIn = operation.parameters.map(parameter => parameters.put(parameter, String(parameter.name)));
    const answer = answers.put(operation.responses[route.status] as Json, `${word} answer`);
    paths[path] = {
      ...paths[path],
      [route.method]: {
        ...operation,
        parameters: parametersIn.length > 0 ? parametersIn : undefined,
        ...(operation.requestBody && { requestBody: bodies.put(operation.requestBody, `${word} body`) }),
        responses: {
          ...operation.responses,
          [route.status]: answer,
          ...('202' in operation.responses && { 202: answer }),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lobby', version: '1', description: ABOUT },
    tags: [...new Set(listed.map(route => route.module))].sort().map(name => ({ name, description: titleOf?.(name) })),
    security: USUAL[reader],
    paths,
    components: {
      schemas: { Failure: FAILURE, ...byTheirRows(schemas.components) },
      parameters: parameters.components,
      requestBodies: bodies.components,
      responses: { Refused: REFUSED, ...answers.components },
      headers: HEADERS_OF_ANSWERS,
      securitySchemes: SCHEMES,
    },
  };
}
type Parts = ReturnType<typeof partsSaidOnce>;

/** Describes a whole record as its row schema plus the additional properties, so that rows are not repeated. */
const byTheirRows = (schemas: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, whole]) => {
      const row = schemas[`${name}Row`];
      return [name, row && holds(whole, row) ? besideRow(name, whole, row) : whole];
    }),
  );

const propertiesOf = ({ properties = {} }: Json) => properties as Json;
const requiredOf = ({ required = [] }: Json) => required as string[];

/**
 * Whether `whole` has all properties of `part` with identical schemas, requires at least the same ones, and both allow
 * additional properties.
 */
function holds(whole: Json, part: Json): boolean {
  const properties = propertiesOf(whole);
  return (
    !('additionalProperties' in whole || 'additionalProperties' in part) &&
    requiredOf(part).every(name => requiredOf(whole).includes(name)) &&
    Object.entries(propertiesOf(part)).every(
      ([name, schema]) => JSON.stringify(properties[name]) === JSON.stringify(schema),
    )
  );
}

function besideRow(name: string, whole: Json, row: Json): Json {
  const isOwn = (property: string) => !(property in propertiesOf(row));
  const required = requiredOf(whole).filter(isOwn);
  return {
    type: 'object',
    allOf: [{ $ref: `#/components/schemas/${name}Row` }],
    properties: Object.fromEntries(Object.entries(propertiesOf(whole)).filter(([property]) => isOwn(property))),
    ...(required.length > 0 && { required }),
  };
}

const ABOUT = `The back office of apartment buildings. Sign in by \`POST /api/auth/login\` (residents: \`POST /api/resident/auth/login\`),
and send the \`accessToken\` of its answer as \`Authorization: Bearer …\`; staff name the project in \`X-Project-Id\`, residents their unit in \`X-Unit-Id\`. Words are in the language of \`Accept-Language\`: vi, en, ja, zh or ko.
An answer in JSON is \`{ code: 'SUCCESS', data }\`. Each has an \`X-Request-Id\`, which every log line and error of the request names.
One module alone: \`/api/openapi.json?module=HELP_DESK\`; what residents may call: \`?audience=resident\`.`;
