import type { Route } from '@lobby/server/kit/http/route.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import qs from 'qs';
import { z } from 'zod';
import { moduleOf, NEVER } from '../setup/contract/routes.ts';
import type { Samples } from '../setup/contract/samples.ts';

/** The part of JSON Schema that our own schemas are made of. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maxLength?: number;
  minLength?: number;
}

/** A value within an input: the keys that lead to it (`0` is the first of a list) and what it should be. */
export interface Place {
  at: readonly string[];
  schema: Schema;
}

export type Values = Record<string, unknown>;

/** JSON schema of a zod schema's input. */
export const inputOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Every plain value that an input may hold, down to those in lists and filters. */
export function placesOf(schema: Schema, at: readonly string[] = []): Place[] {
  const ways = schema.anyOf?.filter(one => one.type !== 'null') ?? [schema];
  return ways.flatMap(way => {
    if (way.properties)
      return Object.entries(way.properties).flatMap(([name, inner]) => placesOf(inner, [...at, name]));
    if (way.items) return placesOf(way.items, [...at, '0']);
    return at.length > 0 ? [{ at, schema: way }] : [];
  });
}

const ID = inputOf(idSchema).pattern;
export const takesId = ({ schema }: Place) => schema.pattern === ID;
export const takesText = ({ schema }: Place) => schema.type === 'string' && !schema.enum && schema.const === undefined;

/** The input with another value at a place. */
export function put(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (key === '0') return [put(Array.isArray(input) ? input[0] : undefined, rest, value)];
  const values = typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Values) : {};
  return { ...values, [key]: put(values[key], rest, value) };
}

let n = 0;

/** Some value that a schema takes. */
export function valueFor(schema: Schema): unknown {
  const [first = schema] = schema.anyOf?.filter(one => one.type !== 'null') ?? [schema];
  if (first.const !== undefined) return first.const;
  if (first.enum) return first.enum[0];
  if (first.properties)
    return Object.fromEntries((first.required ?? []).map(name => [name, valueFor(first.properties?.[name] ?? {})]));
  if (first.type === 'array') return first.items ? [valueFor(first.items)] : [];
  if (first.type === 'boolean') return true;
  if (first.type === 'integer' || first.type === 'number') return first.minimum ?? 1;
  if (first.pattern === ID) return NEVER;
  if (first.format === 'date-time') return '2026-11-30T08:00:00.000Z';
  if (first.format === 'date') return '2026-11-30';
  return `Text ${++n} that is long enough`.slice(0, first.maxLength ?? 40);
}

/** A body that a route takes: the own values of its module where they are given, else one that fits its schema. */
export async function bodyFor(route: Route, samples: Samples): Promise<Values | undefined> {
  if (!route.body) return undefined;
  const definition = moduleOf(route);
  const last = route.path.split('/').at(-1) ?? '';
  const action = definition?.actions?.[last.replace('-multi', '')];
  const base = valueFor(inputOf(route.body)) as Values;
  for (const name of Object.keys(base)) {
    const field = definition?.fields[name];
    if (field && 'to' in field && base[name] === NEVER) base[name] = await samples.ref(field.to, field.where);
    if (field?.kind === 'text' && field.code) base[name] = `K${++n}`;
  }
  if (last.endsWith('-multi')) base.ids = [NEVER];
  if (action) return { ...base, ...(await samples.actionInput(action)) };
  if (definition?.path === route.path) return samples.input(definition.fields);
  if (definition && route.path === `${definition.path}/:id`) return { ...base, version: 1 };
  return base;
}

/** A query as our parser reads it. */
export const queryOf = (values: unknown) => `?${qs.stringify(values, { arrayFormat: 'brackets' })}`;
