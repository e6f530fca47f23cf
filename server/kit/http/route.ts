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
  /** An act: takes an Idempotency-Key too; a repetition is answered so, without `run`. */
  again?: (ctx: Ctx, input: Input<never, never, never>) => Promise<unknown>;
  /** Takes multipart form data, parsed before `run`. */
  upload: boolean;
  /** By default: `work`, for public reads `open`, for other public calls `strict`. */
  pace?: Pace;
  run: (ctx: Ctx, input: Input<never, never, never>) => Promise<unknown>;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/** A schema, or what makes it once somebody asks: a start makes none of the thousands that nobody has asked for yet. */
type Later<S> = S | (() => S);

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
  params?: Later<P>;
  shapes?: Route['shapes'];
  query?: Later<Q>;
  body?: Later<B>;
  residentBody?: Later<z.ZodType>;
  answer?: Later<z.ZodType> | string;
  status?: Route['status'];
  creates?: boolean;
  again?: (ctx: Ctx, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<unknown>;
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
  const { params, query, body, residentBody, answer, run, again, ...plain } = spec;
  const schemas = {
    params: once(params ?? (() => namedIn(spec.path))),
    query: once<z.ZodObject>(query ?? nothing),
    body: once<z.ZodType | null>(body ?? null),
    residentBody: once(residentBody ?? null),
    answer: once<z.ZodType | string>(answer ?? unknown),
  };
  return {
    audience: 'project',
    residents: (spec.audience ?? 'project') !== 'project',
    staff: true,
    status: spec.creates ? 201 : 200,
    creates: false,
    upload: false,
    ...plain,
    get params() {
      return schemas.params();
    },
    get query() {
      return schemas.query();
    },
    get body() {
      return schemas.body();
    },
    get residentBody() {
      return schemas.residentBody();
    },
    get answer() {
      return schemas.answer();
    },
    // The edge hands over exactly what these schemas put out.
    run: run as Route['run'],
    ...(again && { again: again as Route['again'] & {} }),
  };
}

const unknown = z.unknown();
/** The parameters that a path names. */
const namedIn = (path: string): z.ZodObject =>
  z.strictObject(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, z.string().max(200)])));

function once<S>(held: Later<S>): () => S {
  if (!isMaker(held)) return () => held;
  let made: { schema: S } | undefined;
  return () => {
    made ??= { schema: held() };
    return made.schema;
  };
}
// A schema is no function.
const isMaker = <S>(held: Later<S>): held is () => S => typeof held === 'function';
