import { createHash, randomUUID } from 'node:crypto';
import { ERRORS, type FieldError, type FieldErrors } from '@lobby/shared/kit/errors.ts';
import { type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { fieldErrors, readInput } from '@lobby/shared/kit/schema.ts';
import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { MongoError } from 'mongodb';
import { MulterError } from 'multer';
import type { z } from 'zod';
import { type Ctx, can } from '../base/context.ts';
import { fail, failFields, Refusal } from '../base/errors.ts';
import { fieldWords, type Speech, whyOf, words } from '../base/messages.ts';
import { clockNow } from '../database/clock.ts';
import { isTooSlow, unwrapped } from '../database/database.ts';
import { whileItAnswers } from '../database/health-check.ts';
import { isUnreachable } from '../database/unreachable.ts';
import { log } from '../ops/log.ts';
import { requestSeconds, requests, slowQueries } from '../ops/measures.ts';
import { onceOf, runOnce } from '../store/idempotency.ts';
import { limitAddress, limitUser } from './limits.ts';
import type { Referrers } from './referrers.ts';
import type { Route } from './route.ts';
import { asUnderway } from './underway.ts';
import { withUploads } from './uploads.ts';

/** Identifies the caller and the project. Refuses with 401, 403 or 400 `PROJECT_REQUIRED`. */
export type Identify = (req: Request, route: Route) => Promise<Ctx>;

/** Refuses callers whom the audience or the flags of a route do not admit. */
export function admit(ctx: Ctx, route: Route, referrers: Referrers): void {
  if (route.audience === 'project') allow(ctx, route, referrers);
  else if (ctx.kind === 'resident' && !route.residents) fail('FORBIDDEN');
}

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

/** Modules that a refusal does not name: not everybody may know where money is kept (rules.md 6). */
const UNNAMED: readonly string[] = ['FUND'];
const named = ({ module }: Route) => (UNNAMED.includes(module) ? {} : { module });

/** Input errors that become the code of the refusal when they are the only ones. */
const NAMED = /^(EMPTY_\w+_SELECTED|LISTED_TWICE|TEXT_VARIABLES)$/;

/**
 * Refuses invalid input: an empty choice (domain.md, rulings 19), a duplicate line or an unknown variable by its own code,
 * everything else as VALIDATION_FAILED.
 */
function failRead(fields: FieldErrors): never {
  const codes = [...new Set(Object.values(fields).map(({ code }) => code))];
  return failFields(fields, codes.length === 1 && NAMED.test(String(codes[0])) ? codes[0] : undefined);
}

/** Parses input by a schema of a route. Refuses with VALIDATION_FAILED or the code of its only error. */
export function parse(schema: z.ZodType, input: unknown): never {
  const read = readInput(schema, input);
  if (!read.success) return failRead(fieldErrors(read.error, input));
  // The schema that parsed it is the one the route's types come from.
  return read.data as never;
}

/** Digests of the uploaded files. */
const uploadDigest = (req: Request): string[] =>
  Array.isArray(req.files) ? req.files.map(file => createHash('sha256').update(file.buffer).digest('base64url')) : [];

/** The whole input that an Idempotency-Key covers, with the query if there is one (such as the column mapping of an import). */
function inputOf(req: Request, route: Route): unknown {
  const body = route.upload ? uploadDigest(req) : req.body;
  return Object.keys(req.query).length > 0 ? { body, query: req.query } : body;
}

/** Whether an act was sent for approval by a second person instead of being done (api.md, HTTP). */
const isAsked = (data: unknown): boolean => typeof data === 'object' && data !== null && 'approvalRequestId' in data;

const firstOf = (path: string) => path.split('/', 2)[1]?.toLowerCase() ?? '';

/** Mounts routes in one router per first path segment, so that a call is matched against its own module's routes only. */
export function mount(router: Router, routes: readonly Route[], identify: Identify, referrers: Referrers): void {
  const parts = new Map(
    [...Map.groupBy(routes, route => firstOf(route.path))].map(([first, group]) => {
      const part = Router();
      mountAll(part, group, identify, referrers);
      return [first, part];
    }),
  );
  router.use((req, res, next) => (parts.get(firstOf(req.path)) ?? skip)(req, res, next));
}
const skip: RequestHandler = (_req, _res, next) => next();

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
          // A resident of two units may use the same key in each of them.
          `${ctx.userId}|${ctx.projectId}|${ctx.unitId}|${route.path}|${JSON.stringify(req.params)}`,
          inputOf(req, route),
        );
      const data = await runOnce(
        ctx,
        () => route.run(ctx, input),
        route.again && (() => Promise.resolve(route.again?.(ctx, input))),
      );
      if (res.headersSent) return;
      // A record that existed already is answered with 200.
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
        admit(ctx, route, referrers);
        await (route.upload ? withUploads(ctx.userId, req, res, () => answer(ctx, req, res)) : answer(ctx, req, res));
      };
      await whileItAnswers(() => asUnderway(work()));
    };
    router[route.method](route.path, handle);
    // A path without parameters gets its method check at once, so that the next path does not take it for an id. Paths with
    // parameters get theirs after all routes are mounted.
    if (!route.path.includes(':') && routes.findLast(other => other.path === route.path) === route)
      rejectOtherMethods(router, route.path, routes);
  }
  for (const path of new Set(routes.map(route => route.path).filter(pattern => pattern.includes(':'))))
    rejectOtherMethods(router, path, routes);
}

/** Answers unsupported methods of a known path with 405 and `Allow`. */
function rejectOtherMethods(router: Router, path: string, routes: readonly Route[]): void {
  const methods = routes.filter(route => route.path === path).map(route => route.method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  router.all(path, (req, res) => {
    res.set('Allow', allow);
    if (req.method !== 'OPTIONS') fail('METHOD_NOT_ALLOWED');
    res.json({ code: 'SUCCESS', data: null });
  });
}

/** Gives every request an id and logs it when it is answered: writes and refusals always, reads only at a higher log level. */
export const mark: RequestHandler = (req, res, next) => {
  const header = req.get('X-Request-Id');
  const requestId = header && /^[\w-]{1,64}$/.test(header) ? header : randomUUID();
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
    // Without the query, which may hold personal data.
    log[level]({ requestId, method: req.method, path: loggedPath(req, res), status: res.statusCode, ms }, 'request');
  });
  next();
};

/** The path as it is logged: for routes with `:token` the pattern, so that logs hold no tokens. */
function loggedPath(req: Request, res: Response): string | undefined {
  const route = String(res.locals.route ?? '');
  return route.includes(':token') ? route : req.originalUrl.split('?', 1)[0];
}

export const languageIn = (req: Request): Language => languageOf(req.get('Accept-Language'));

/** Language and wording of the answer: the project's once it is known, before that the language alone. */
const speechIn = (req: Request): Speech => req.res?.locals.speech ?? languageIn(req);

type Spoken = FieldErrors[string] & { message: string };

/** Data of a refusal in the reader's language: errors by field, and the reason, in words. */
function speak(speech: Speech, details: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const why = details && whyOf(speech, details);
  const data = why ? { ...details, why } : details;
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
 * MongoDB error codes while it stops, starts, changes its primary or is out of space: shutting down, interrupted, not
 * primary, no keys for its clock yet, lock timeout, write timeout, disk full.
 */
const PASSING = new Set([24, 64, 91, 189, 211, 262, 10107, 11600, 11602, 13435, 13436, 14031]);

/** Codes for statuses that Express and its parsers refuse with; all others mean an unreadable request. */
const OF_STATUS: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 413: 'PAYLOAD_TOO_LARGE' };

/** Maps any error to the refusal that the caller gets. */
export function refusalOf(thrown: unknown): Refusal {
  const error = unwrapped(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof MulterError) return uploadRefusal(error);
  if (error instanceof MongoError) {
    if (isTooSlow(error)) {
      slowQueries.add({});
      return new Refusal('QUERY_TOO_SLOW');
    }
    if (
      isUnreachable(error) ||
      PASSING.has(Number(error.code)) ||
      error.hasErrorLabel('RetryableWriteError') ||
      error.hasErrorLabel('TransientTransactionError')
    )
      return new Refusal('DATABASE_UNAVAILABLE');
  }
  // A full disk is the operator's problem; to the caller it is the same as an unreachable database.
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

/** The last error handler: turns every error into the standard failure answer (api.md, HTTP). */
export function refuse(codes: Readonly<Record<string, number>>): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const refusal = refusalOf(error);
    const statusCode = codes[refusal.code] ?? (ERRORS as Record<string, number>)[refusal.code] ?? 500;
    const requestId: string = res.locals.requestId;
    // While the database is unreachable every request fails for the same reason, so one line without a stack is logged.
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
