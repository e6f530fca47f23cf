import type { Flag } from '@lobby/shared/kit/permissions.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';

/** `public`: anybody; `user`: signed in; `project`: signed in, with a place in the project of the request. */
export type Audience = 'public' | 'user' | 'project';

/** How fast a route may be called (limits.ts): daily work, what anybody may look at, what anybody may try and costs much. */
export type Pace = 'work' | 'open' | 'strict';

export interface Input<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  req: Request;
  res: Response;
}

/** A route as data: what is mounted, documented (OpenAPI), listed (`npm run routes`) and tested are one list. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete' | 'patch';
  /** Under /api, with `:name` for parameters. */
  path: string;
  summary: string;
  /** The permission module, and the tag in the documentation. */
  module: string;
  audience: Audience;
  /** Any of these flags on the module lets staff in; absent: all staff of the project. */
  flags?: readonly Flag[];
  /** Other modules whose readers are let in too: what they work on needs it. */
  readers?: readonly string[];
  /** Whether residents may call it, in their form; by default whatever is of no project. */
  residents: boolean;
  /** Staff may not call it: an act of residents alone. */
  staff: boolean;
  params: z.ZodObject;
  /** What parameters look like, where another route has the same path: of what looks otherwise that one is asked. */
  shapes?: Readonly<Record<string, RegExp>>;
  query: z.ZodObject;
  body: z.ZodType | null;
  /** What residents may send, where it is less. */
  residentBody: z.ZodType | null;
  /** The schema of `data`, or the media type of a file. */
  answer: z.ZodType | string;
  status: 200 | 201 | 202;
  /** A create: takes an Idempotency-Key. */
  creates: boolean;
  /** Takes multipart form data, parsed before `run`. */
  upload: boolean;
  /** By default: `work`, for public reads `open`, for other public calls `strict`. */
  pace?: Pace;
  run: (ctx: Ctx, input: Input<never, never, never>) => Promise<unknown>;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

interface Spec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  method: Route['method'];
  path: string;
  summary: string;
  module: string;
  audience?: Audience;
  flags?: readonly Flag[];
  readers?: readonly string[];
  residents?: boolean;
  staff?: boolean;
  params?: P;
  shapes?: Route['shapes'];
  query?: Q;
  body?: B;
  residentBody?: z.ZodType;
  answer?: z.ZodType | string;
  status?: Route['status'];
  creates?: boolean;
  upload?: boolean;
  pace?: Pace;
  run: (ctx: Ctx, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<unknown>;
}

/** Describes one route; `run` gets checked input and returns `data`, or answers by itself when `answer` is a media type. */
export function route<
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(spec: Spec<P, Q, B>): Route {
  const names = [...spec.path.matchAll(/:(\w+)/g)].map(match => match[1] ?? '');
  const params = spec.params ?? z.strictObject(Object.fromEntries(names.map(name => [name, z.string().max(200)])));
  return {
    audience: 'project',
    residents: (spec.audience ?? 'project') !== 'project',
    staff: true,
    query: nothing,
    answer: z.unknown(),
    status: spec.creates ? 201 : 200,
    creates: false,
    upload: false,
    ...spec,
    params,
    body: spec.body ?? null,
    residentBody: spec.residentBody ?? null,
    // The edge hands over exactly what these schemas put out.
    run: spec.run as Route['run'],
  };
}
