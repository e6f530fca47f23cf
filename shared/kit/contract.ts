import type { z } from 'zod';

type Method = 'get' | 'post' | 'put' | 'delete' | 'patch';

/** A schema, or a function that creates it on first use, so that the start does not build thousands of them. */
export type Later<S> = S | (() => S);

/** Names of the parameters in a path. */
type NamesIn<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<After>
    : Rest
  : never;

type Texts<P extends string> = z.ZodObject<{ [N in NamesIn<P>]: z.ZodString }, z.core.$strict>;
type Nothing = z.ZodObject<Record<never, never>, z.core.$strict>;

/** Refuses a schema of parameters that names others than the path does. */
type NamedAsPath<P extends string, PS extends z.ZodObject> = [Misnamed<NamesIn<P>, keyof PS['shape']>] extends [never]
  ? unknown
  : { params: { misnamed: Misnamed<NamesIn<P>, keyof PS['shape']> } };
type Misnamed<Path, Schema> = Exclude<Path, Schema> | Exclude<Schema, Path>;

/**
 * Contract of a route between server and client: the server validates by it (`route`), the client is typed by it
 * (`useContract`, `callContract`) and imports its type alone, so that no schema comes into a browser.
 */
export interface Contract<
  M extends Method = Method,
  P extends string = string,
  A extends z.ZodType = z.ZodType,
  PS extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
> {
  method: M;
  /** Path under /api, with `:name` for parameters. */
  path: P;
  /** The permission module; also the tag in the documentation. */
  module: string;
  summary: string;
  /** Has the names in the path; defaults to any short text for each. */
  params?: Later<PS>;
  query?: Later<Q>;
  body?: Later<B>;
  /** The schema of `data`. */
  answer: Later<A>;
}

/** Declares the contract of a route, beside the definition of its module: `shared/modules/<noun>.contract.ts`. */
export const contract = <
  const M extends Method,
  const P extends string,
  A extends z.ZodType,
  PS extends z.ZodObject = Texts<P>,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  spec: Contract<M, P, A, PS, Q, B> & NamedAsPath<P, PS>,
): Contract<M, P, A, PS, Q, B> => spec;

export type PathOf<C extends Contract> = C['path'];

/** Answer as the client reads it. */
export type AnswerOf<C> = C extends Contract<Method, string, infer A> ? z.output<A> : never;

/** Answer as the server gives it: instants may be Dates, which JSON makes text. */
export type GivenAnswer<A extends z.ZodType> = Given<z.input<A>>;
type Given<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer I)[]
    ? readonly Given<I>[]
    : T extends object
      ? { [K in keyof T]: Given<T[K]> }
      : T;

export type ParamsOf<C> = C extends Contract<Method, string, z.ZodType, infer PS> ? z.input<PS> : never;

/** Query of a call; values that are null or undefined are left out. */
export type QueryOf<C> =
  C extends Contract<Method, string, z.ZodType, z.ZodObject, infer Q> ? Emptied<z.input<Q>> : never;
type Emptied<T> = { [K in keyof T]: undefined extends T[K] ? Taken<T[K]> | null : Taken<T[K]> };
/** Input that is only read: its lists may be readonly. */
type Taken<T> = T extends readonly (infer I)[]
  ? readonly Taken<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Taken<T[K]> }
    : T;

export type BodyOf<C> =
  C extends Contract<Method, string, z.ZodType, z.ZodObject, z.ZodObject, infer B> ? Taken<z.input<B>> : never;

/** Input of a call: params, query and body, each only if the contract asks for it. */
export type InputOf<C extends Contract> = ([NamesIn<PathOf<C>>] extends [never]
  ? { params?: undefined }
  : { params: ParamsOf<C> }) &
  (Record<never, never> extends QueryOf<C> ? { query?: QueryOf<C> } : { query: QueryOf<C> }) &
  (BodyOf<C> extends undefined
    ? { body?: undefined }
    : undefined extends BodyOf<C>
      ? { body?: BodyOf<C> }
      : { body: BodyOf<C> });

/** The last argument of a call: left out where the contract asks for nothing. */
export type GivenTo<C extends Contract, T> = Record<never, never> extends InputOf<C> ? [given?: T] : [given: T];
