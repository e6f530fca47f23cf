import type { Contract, GivenAnswer, Later } from '@lobby/shared/kit/contract.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';

/** `public`: anybody; `user`: signed in; `project`: signed in, with access to the project of the request. */
export type Audience = 'public' | 'user' | 'project';

/** Rate limit class (limits.ts): daily work; public reads; public calls that are expensive. */
export type Pace = 'work' | 'open' | 'strict';

export interface Input<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  req: Request;
  res: Response;
}

/** A route as data: the same list is mounted, documented (OpenAPI), printed (`npm run routes`) and tested. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete' | 'patch';
  /** Path under /api, with `:name` for parameters. */
  path: string;
  summary: string;
  /** The permission module; also the tag in the documentation. */
  module: string;
  audience: Audience;
  /** Any one of these flags on the module admits staff. Without flags all staff of the project are admitted. */
  flags?: readonly Flag[];
  /** Other modules whose readers are admitted too, because their work needs it. */
  readers?: readonly string[];
  /** Whether residents may call it, with `residentBody`. Defaults to true for routes outside of a project. */
  residents: boolean;
  /** False for calls that only residents may make. */
  staff: boolean;
  params: z.ZodObject;
  /** Patterns of parameters, where another route has the same path: values that do not match go to that route. */
  shapes?: Readonly<Record<string, RegExp>>;
  query: z.ZodObject;
  body: z.ZodType | null;
  /** Schema of the body for residents, if they may send less. */
  residentBody: z.ZodType | null;
  /** The schema of `data`, or the media type of a file. */
  answer: z.ZodType | string;
  status: 200 | 201 | 202;
  /** Whether it may answer 202 instead: the work goes on in the background, or waits for a second person. */
  pends: boolean;
  /** Whether it creates a record, and takes an Idempotency-Key. */
  creates: boolean;
  /** Present if the act takes an Idempotency-Key; answers a repeated call instead of `run`. */
  again?: (ctx: Ctx, input: Input<never, never, never>) => Promise<unknown>;
  /** Whether it takes multipart form data, which is parsed before `run`. */
  upload: boolean;
  /** Whether it is read in `POST /batch` too (batch.ts): a GET that answers JSON and uses neither `req.query` nor `res`. */
  batch: boolean;
  /** Defaults to `work`; for public reads to `open`, for other public calls to `strict`. */
  pace?: Pace;
  run: (ctx: Ctx, input: Input<never, never, never>) => Promise<unknown>;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/** Server side of a route: the parts that its contract does not hold. */
interface Handling<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R> {
  audience?: Audience;
  flags?: readonly Flag[];
  readers?: readonly string[];
  residents?: boolean;
  staff?: boolean;
  shapes?: Route['shapes'];
  residentBody?: Later<z.ZodType>;
  status?: Route['status'];
  pends?: boolean;
  creates?: boolean;
  again?: (ctx: Ctx, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<unknown>;
  upload?: boolean;
  batch?: boolean;
  pace?: Pace;
  run: (ctx: Ctx, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<R>;
}

interface Spec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> extends Handling<P, Q, B, unknown> {
  method: Route['method'];
  path: string;
  summary: string;
  module: string;
  params?: Later<P>;
  query?: Later<Q>;
  body?: Later<B>;
  answer?: Later<z.ZodType> | string;
}

/** Defines the route of a contract: `run` gets what the contract asks for, and returns what it promises. */
export function route<
  A extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(contract: Contract<Route['method'], string, A, P, Q, B>, handling: Handling<P, Q, B, GivenAnswer<A>>): Route;
/** Defines a route. `run` gets validated input and returns `data`; if `answer` is a media type, it writes the response itself. */
export function route<
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(spec: Spec<P, Q, B>): Route;
export function route<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  base: Spec<P, Q, B> | Contract<Route['method'], string, z.ZodType, P, Q, B>,
  handling?: Handling<P, Q, B, unknown>,
): Route {
  // Safe cast: the overloads demand the second argument with a contract.
  const spec = { ...base, ...handling } as Spec<P, Q, B>;
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
    pends: spec.path.endsWith('-multi'),
    creates: false,
    upload: false,
    batch: false,
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
    // The HTTP layer passes exactly the output of these schemas.
    run: run as Route['run'],
    ...(again && { again: again as Route['again'] & {} }),
  };
}

const unknown = z.unknown();
/** Default schema of the parameters in a path. */
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
const isMaker = <S>(held: Later<S>): held is () => S => typeof held === 'function';
