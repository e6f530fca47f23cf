import type { z } from 'zod';

export type Schema = z.core.JSONSchema.JSONSchema;
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  'x-flags'?: string[];
  'x-readers'?: string[];
}
/** The OpenAPI description, as far as tests use it. */
export interface Description {
  openapi: string;
  tags: { name: string }[];
  security: unknown[];
  paths: Record<string, Record<string, Operation>>;
}

/** Loads the API description of a server, with references resolved. */
export async function readDescription(url: string): Promise<Description> {
  const text = await (await fetch(`${url}/api/openapi.json`)).text();
  const whole = JSON.parse(text) as Record<string, unknown>;
  const known = new Map<string, unknown>();
  const named = (ref: string) => {
    const found = ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], whole);
    if (found === undefined) throw new Error(`nothing is called ${ref}`);
    const resolved = known.get(ref) ?? resolve(found);
    known.set(ref, resolved);
    return resolved;
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return named(String(value.$ref));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]));
  };
  const paths = resolve(whole.paths) as Description['paths'];
  return { ...(whole as unknown as Description), paths };
}
