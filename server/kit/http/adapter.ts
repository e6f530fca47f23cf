import { createHash, randomUUID } from 'node:crypto';
import { ERRORS, type FieldError, type FieldErrors } from '@lobby/shared/kit/errors.ts';
import { type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { fieldErrors, readInput } from '@lobby/shared/kit/schema.ts';
import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { MongoError, MongoNetworkError } from 'mongodb';
import { MulterError } from 'multer';
import type { z } from 'zod';
import { type Ctx, can } from '../base/context.ts';
import { fail, failFields, Refusal } from '../base/errors.ts';
import { fieldWords, type Speech, whyOf, words } from '../base/messages.ts';
import { clockNow } from '../database/clock.ts';
import { unwrapped } from '../database/database.ts';
import { whileItAnswers } from '../database/health-check.ts';
import { log } from '../ops/log.ts';
import { requestSeconds, requests, slowQueries } from '../ops/measures.ts';
import { onceOf, runOnce } from '../store/idempotency.ts';
import { limitAddress, limitUser } from './limits.ts';
import type { Referrers } from './referrers.ts';
import type { Route } from './route.ts';
import { asUnderway } from './underway.ts';
import { withUploads } from './uploads.ts';

/** Finds out who asks and where; refuses with 401, 403 or 400 `PROJECT_REQUIRED`. */
export type Identify = (req: Request, route: Route) => Promise<Ctx>;
function allow(ctx: Ctx, route: Route, referrers: Referrers): void {
  if (ctx.kind === 'resident') {
    if (!route.residents) fail('FORBIDDEN');
    return;
  }
  if (!route.staff) fail('EMPLOYEE_NOT_HAVE_PERMISSION', named(route));
  if (!route.flags) return;
  if (route.flags.some(flag => can(ctx, route.module, flag))) return;
  const readers = [...(referrers.get(route.path) ?? []), ...(route.readers ?? [])];
  if (readers.some(module => can(ctx, module, 'read'))) return;
  fail('EMPLOYEE_NOT_HAVE_PERMISSION', named(route));
}

/** Modules that a refusal does not name: where the money lies is not for everybody (rules.md 6). */
const UNNAMED: readonly string[] = ['FUND'];
const named = ({ module }: Route) => (UNNAMED.includes(module) ? {} : { module });

/** Faults of an input that are refusals of their own where nothing else is wrong. */
const NAMED = /^(EMPTY_\w+_SELECTED|LISTED_TWICE|TEXT_VARIABLES)$/;

/** An empty choice (domain.md, rulings 19), a line twice and an unknown variable are refused by their own name, all else as input. */
function failRead(fields: FieldErrors): never {
  const codes = [...new Set(Object.values(fields).map(({ code }) => code))];
  return failFields(fields, codes.length === 1 && NAMED.test(String(codes[0])) ? codes[0] : undefined);
}

function parse(schema: z.ZodType, input: unknown): never {
  const read = readInput(schema, input);
  if (!read.success) return failRead(fieldErrors(read.error, input));
  // Checked by the schema that the route's types come from.
  return read.data as never;
}

/** What was uploaded, by content. */
const uploadDigest = (req: Request): string[] =>
  Array.isArray(req.files) ? req.files.map(file => createHash('sha256').update(file.buffer).digest('base64url')) : [];

/** All that a wish is made of; a query (how an import takes its columns) where there is one. */
function inputOf(req: Request, route: Route): unknown {
  const body = route.upload ? uploadDigest(req) : req.body;
  return Object.keys(req.query).length > 0 ? { body, query: req.query } : body;
}

/** Whether an act waits for a second person instead of being done (api.md, HTTP). */
const isAsked = (data: unknown): boolean => typeof data === 'object' && data !== null && 'approvalRequestId' in data;

const firstOf = (path: string) => path.split('/', 2)[1]?.toLowerCase() ?? '';

/** Mounts routes, each under the first word of its path: of many hundreds a call is matched against the few of its module. */
export function mount(router: Router, routes: readonly Route[], identify: Identify, referrers: Referrers): void {
  const parts = new Map(
    [...Map.groupBy(routes, route => firstOf(route.path))].map(([first, own]) => {
      const part = Router();
      mountAll(part, own, identify, referrers);
      return [first, part];
    }),
  );
  router.use((req, res, next) => (parts.get(firstOf(req.path)) ?? skip)(req, res, next));
}
const skip: RequestHandler = (_req, _res, next) => next();

/** Each route: allow -> parse -> run -> answer. */
function mountAll(router: Router, routes: readonly Route[], identify: Identify, referrers: Referrers): void {
  for (const route of routes) {
    const answer = async (ctx: Ctx, req: Request, res: Response) => {
      const schema = ctx.kind === 'resident' && route.residentBody ? route.residentBody : route.body;
      const input = {
        params: parse(route.params, req.params),
        query: parse(route.query, req.query),
        body: (schema ? parse(schema, req.body ?? {}) : undefined) as never,
        req,
        res,
      };
      const key = req.get('Idempotency-Key');
      if ((route.creates || route.again) && key)
        ctx.once = onceOf(
          key,
          // A resident of two units may repeat a key in the other one.
          `${ctx.userId}|${ctx.projectId}|${ctx.unitId}|${route.path}|${JSON.stringify(req.params)}`,
          inputOf(req, route),
        );
      const data = await runOnce(
        ctx,
        () => route.run(ctx, input),
        route.again && (() => Promise.resolve(route.again?.(ctx, input))),
      );
      if (res.headersSent) return;
      // What was there already is answered as it is found.
      if (res.statusCode === 200 && !res.locals.found) res.status(isAsked(data) ? 202 : route.status);
      res.json({ code: 'SUCCESS', data: data ?? null });
    };
    const shapes = Object.entries(route.shapes ?? {});
    const handle: RequestHandler = async (req, res, next) => {
      if (shapes.some(([name, shape]) => !shape.test(String(req.params[name])))) return next();
      res.locals.route = route.path;
      limitAddress(req, route);
      const work = async () => {
        const ctx = await identify(req, route);
        limitUser(req, ctx.userId);
        if (route.audience === 'project') allow(ctx, route, referrers);
        else if (ctx.kind === 'resident' && !route.residents) fail('FORBIDDEN');
        await (route.upload ? withUploads(ctx.userId, req, res, () => answer(ctx, req, res)) : answer(ctx, req, res));
      };
      await whileItAnswers(() => asUnderway(work()));
    };
    router[route.method](route.path, handle);
    // A path without parameters is no id of the next one; those with parameters wait until all are known.
    if (!route.path.includes(':') && routes.findLast(one => one.path === route.path) === route)
      rejectOtherMethods(router, route.path, routes);
  }
  for (const path of new Set(routes.map(one => one.path).filter(one => one.includes(':'))))
    rejectOtherMethods(router, path, routes);
}

/** On a path that is known, answers calls that it does not have with those that it has. */
function rejectOtherMethods(router: Router, path: string, routes: readonly Route[]): void {
  const methods = routes.filter(route => route.path === path).map(route => route.method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  router.all(path, (req, res) => {
    res.set('Allow', allow);
    if (req.method !== 'OPTIONS') fail('METHOD_NOT_ALLOWED');
    res.json({ code: 'SUCCESS', data: null });
  });
}

/** Gives every request its id, and writes a line when it is answered: writes and refusals always, reads where the log is asked for more. */
export const mark: RequestHandler = (req, res, next) => {
  const given = req.get('X-Request-Id');
  const requestId = given && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
  const begun = performance.now();
  res.locals.requestId = requestId;
  res.set('X-Request-Id', requestId);
  res.set('X-Time', clockNow().toISOString());
  res.on('finish', () => {
    const seconds = (performance.now() - begun) / 1000;
    const labels = { method: req.method, route: String(res.locals.route ?? 'other') };
    requests.add({ ...labels, status: res.statusCode });
    requestSeconds.observe(labels, seconds);
    const level = req.method === 'GET' && res.statusCode < 400 ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round(seconds * 1000);
    // The path alone: what stands behind the question mark may name a person.
    log[level]({ requestId, method: req.method, path: loggedPath(req, res), status: res.statusCode, ms }, 'request');
  });
  next();
};

/** The path of a request as logs keep it: what is opened by a token stays shut to who reads them. */
function loggedPath(req: Request, res: Response): string | undefined {
  const route = String(res.locals.route ?? '');
  return route.includes(':token') ? route : req.originalUrl.split('?', 1)[0];
}

export const languageIn = (req: Request): Language => languageOf(req.get('Accept-Language'));

/** In whose words a request is answered: those of its place, once that is known. */
const speechIn = (req: Request): Speech => req.res?.locals.speech ?? languageIn(req);

type Spoken = FieldErrors[string] & { message: string };

/** What a refusal carries as its reader understands it: what is wrong with each field, and why, in words. */
function speak(speech: Speech, given: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const why = given && whyOf(speech, given);
  const data = why ? { ...given, why } : given;
  if (!data || typeof data.fields !== 'object' || !data.fields) return data;
  const entries = Object.entries(data.fields as FieldErrors).map(
    ([path, error]: [string, FieldError]): [string, Spoken] => [
      path,
      { ...error, message: fieldWords(speech, error.code, error.params) },
    ],
  );
  return { ...data, fields: Object.fromEntries(entries) };
}

function uploadRefusal({ code, field }: MulterError): Refusal {
  if (code === 'LIMIT_FILE_SIZE') return new Refusal('PAYLOAD_TOO_LARGE');
  const wrong: FieldErrors =
    code === 'LIMIT_UNEXPECTED_FILE' && field && field !== 'files'
      ? { [field]: { code: 'UNKNOWN_FIELD' } }
      : { files: { code: 'TOO_MANY', params: { max: UPLOAD_LIMIT.files } } };
  return new Refusal('VALIDATION_FAILED', { fields: wrong });
}

/**
 * What mongod says while it goes down, comes up, hands over or has no room: shutting down, interrupted, not primary (yet), no keys for its
 * clock yet; no lock in time, not written in time; no room on its disk.
 */
const PASSING = new Set([24, 64, 91, 189, 211, 262, 10107, 11600, 11602, 13435, 13436, 14031]);

/** The code for a status with which Express and its parts refuse; with any other they could not read what was sent. */
const OF_STATUS: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 413: 'PAYLOAD_TOO_LARGE' };

/** How whatever went wrong is told to whoever asked. */
export function refusalOf(thrown: unknown): Refusal {
  const error = unwrapped(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof MulterError) return uploadRefusal(error);
  if (error instanceof MongoError) {
    if (error.code === 50) {
      slowQueries.add({});
      return new Refusal('QUERY_TOO_SLOW');
    }
    if (
      error instanceof MongoNetworkError ||
      /^Mongo(ServerSelection|NotConnected|Client|TopologyClosed)/.test(error.name) ||
      PASSING.has(Number(error.code)) ||
      error.hasErrorLabel('RetryableWriteError') ||
      error.hasErrorLabel('TransientTransactionError')
    )
      return new Refusal('DATABASE_UNAVAILABLE');
  }
  // A full disk is for the operator; to whoever writes it is as an absent database.
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return new Refusal('DATABASE_UNAVAILABLE');
  if (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  )
    return new Refusal(OF_STATUS[error.status] ?? 'MALFORMED_BODY');
  return new Refusal('SERVER_ERROR');
}

/** The last handler: every error becomes the one form of a failed answer (api.md, HTTP). */
export function refuse(codes: Readonly<Record<string, number>>): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const refusal = refusalOf(error);
    const statusCode = codes[refusal.code] ?? (ERRORS as Record<string, number>)[refusal.code] ?? 500;
    const requestId: string = res.locals.requestId;
    // While the database is away every request fails for the same reason: one line each, no stack.
    if (statusCode === 503)
      log.warn({ requestId, path: loggedPath(req, res), error: String(error) }, 'request put off');
    else if (statusCode >= 500)
      log.error(
        {
          requestId,
          path: loggedPath(req, res),
          code: refusal.code,
          error: error instanceof Error ? error.stack : String(error),
        },
        'request failed',
      );
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const speech = speechIn(req);
    const data = speak(speech, refusal.data);
    if (statusCode === 429 && typeof refusal.data?.seconds === 'number')
      res.set('Retry-After', String(refusal.data.seconds));
    if (statusCode === 503) res.set('Retry-After', refusal.code === 'MAINTENANCE' ? '30' : '2');
    res.status(statusCode).json({
      code: refusal.code,
      error: {
        statusCode,
        code: refusal.code,
        message: words(speech, refusal.code, refusal.data),
        ...(data && { data }),
      },
      requestId,
    });
  };
}
