import { toE164 } from '@lobby/shared/kit/contact.ts';
import { FLAGS, holds } from '@lobby/shared/kit/permissions.ts';
import { SIGNED_IN } from '@lobby/shared/kit/signed-in.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { feedPlace } from '../../kit/live/feed/feed.ts';
import { givenPassword } from '../accounts/inputs.ts';
import { activatePlaces } from '../accounts/invitations/invite.ts';
import { activateHomes } from '../accounts/invitations/residents.ts';
import { guess } from '../accounts/limits.ts';
import { originOf } from '../accounts/own-sessions.ts';
import { isRight } from '../accounts/passwords/passwords.ts';
import { loadPlaces, loadUnits } from './rights/access.ts';
import { CLOSED, closedTo } from './rights/closed.ts';
import { beginSession, endSessions, loginDigest, rotateSession, type Tokens } from './sessions.ts';
import { shownUser, type User, userSchema, users } from './users.ts';

/** Separate cookies, so that staff and residents can be signed in side by side in one browser. */
const COOKIES = { staff: 'refresh', resident: 'resident-refresh' } as const;
type Side = keyof typeof COOKIES;

async function signIn(req: Request, login: string, password: string, kind: User['kind']): Promise<User> {
  const name = toE164(login) ?? login;
  const { right } = await guess(loginDigest(name), req);
  const user = await users().findOne({ logins: loginDigest(name), kind });
  // An unknown name takes the same time and gets the same answer as a wrong password.
  if (!(await isRight(user?.passwordHash, password)) || !user) return fail('SIGN_IN_FAILED');
  await right();
  // The reason is told only to those who know the password.
  if (user.disabled) fail('USER_NOT_ACTIVE', { reason: 'BLOCKED' });
  if (!user.verified) fail('EMAIL_NOT_VERIFIED');
  return user;
}

const cookieName = (req: Request, side: Side) => `${req.secure ? '__Host-' : ''}${COOKIES[side]}`;
const cookieOptions = (req: Request, maxAge?: number): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: req.secure,
  // With TLS, a cookie bound to this host (`__Host-`), so that another host of the domain cannot replace it.
  path: req.secure ? '/' : '/api/auth',
  ...(maxAge && { maxAge }),
});

/** A cookie visible to scripts that tells only whether a refresh cookie exists, so that pages without one do not request a token. */
const markName = (side: Side) => `${side}${SIGNED_IN}`;
const markOptions = (req: Request, maxAge?: number): CookieOptions => ({
  sameSite: 'strict',
  secure: req.secure,
  path: '/',
  ...(maxAge && { maxAge }),
});

function giveTokens(req: Request, res: Response, tokens: Tokens, side: Side): void {
  // A span, since the clock of the browser may be wrong by days.
  const maxAge = tokens.expiresAt.getTime() - clockNow().getTime();
  res.cookie(cookieName(req, side), tokens.refreshToken, cookieOptions(req, maxAge));
  res.cookie(markName(side), '1', markOptions(req, maxAge));
  res.set('Cache-Control', 'no-store');
}

function takeTokens(req: Request, res: Response, side: Side): void {
  res.clearCookie(cookieName(req, side), cookieOptions(req));
  res.clearCookie(markName(side), markOptions(req));
}

/** The raw refresh cookie; tokens contain nothing that needs decoding. If there are two, one is forged, and neither is used. */
function refreshCookie(req: Request, side: Side): string | undefined {
  const all = (req.get('Cookie') ?? '').split(';').map(cookie => cookie.trim().split('='));
  const [first, another] = all.filter(([name]) => name === cookieName(req, side));
  return another ? undefined : first?.slice(1).join('=');
}

/** The requested side; without one, the side that has a cookie. */
const sideOf = (req: Request, wanted: Side | undefined): Side =>
  wanted ?? (refreshCookie(req, 'staff') === undefined && refreshCookie(req, 'resident') ? 'resident' : 'staff');

const placeSchema = z.object({
  employeeId: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  positions: z.array(z.object({ name: z.string(), departmentName: z.string() })),
});
const unitSchema = z.object({
  unitId: z.string(),
  unitCode: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  residentId: z.string(),
  role: z.string(),
  timeZone: z.string(),
});
/** Cursor for `since` of the first `subscribe`: reads made after this answer miss no event. */
const cursor = z.string().nullable();

async function who(ctx: Ctx): Promise<User> {
  const user = await users().findOne({ _id: ctx.userId });
  return user ?? fail('UNAUTHORIZED');
}

const credentials = { password: givenPassword, keep: z.boolean().optional() };
const common = { module: 'AUTH', method: 'post' as const };

/** Sign-in, sign-out and the current user (api.md, Sign-in). */
export const authRoutes: Route[] = [
  route({
    ...common,
    path: '/auth/login',
    summary: 'Sign in as staff',
    audience: 'public',
    residents: false,
    body: z.strictObject({ email: z.string().min(1).max(254), ...credentials }),
    answer: z.object({ accessToken: z.string(), user: userSchema, employees: z.array(placeSchema), cursor }),
    async run(ctx, { body, req, res }) {
      const user = await signIn(req, body.email, body.password, 'staff');
      await activatePlaces(user._id, ctx.now);
      const tokens = await beginSession(user, body.keep ?? true, ctx.now, originOf(req), ctx.language);
      giveTokens(req, res, tokens, 'staff');
      const employees = await loadPlaces(user._id);
      return { accessToken: tokens.accessToken, user: shownUser(user), employees, cursor: feedPlace() };
    },
  }),
  route({
    ...common,
    path: '/resident/auth/login',
    summary: 'Sign in as a resident, by e-mail or phone',
    audience: 'public',
    body: z.strictObject({ login: z.string().min(1).max(254), ...credentials }),
    answer: z.object({ accessToken: z.string(), user: userSchema, units: z.array(unitSchema) }),
    async run(ctx, { body, req, res }) {
      const user = await signIn(req, body.login, body.password, 'resident');
      await activateHomes(user._id, ctx.now);
      const units = await loadUnits(user._id);
      if (units.length === 0) fail('USER_NOT_ACTIVE', { reason: await closedTo(user._id) });
      const tokens = await beginSession(user, body.keep ?? true, ctx.now, originOf(req), ctx.language);
      giveTokens(req, res, tokens, 'resident');
      return { accessToken: tokens.accessToken, user: shownUser(user), units };
    },
  }),
  route({
    ...common,
    path: '/auth/refresh',
    // Not strict, because after a restart every open page calls it, and a wrong cookie costs little.
    pace: 'open',
    summary: 'A fresh access token for the refresh cookie',
    audience: 'public',
    query: z.strictObject({ as: z.enum(['staff', 'resident']).optional() }),
    answer: z.object({ accessToken: z.string() }),
    async run(ctx, { query, req, res }) {
      const side = sideOf(req, query.as);
      const cookie = refreshCookie(req, side);
      if (!cookie) {
        res.clearCookie(markName(side), markOptions(req));
        return fail('UNAUTHORIZED');
      }
      const tokens = await rotateSession(cookie, ctx.now, originOf(req)).catch(error => {
        takeTokens(req, res, side);
        throw error;
      });
      giveTokens(req, res, tokens, side);
      return { accessToken: tokens.accessToken };
    },
  }),
  route({
    ...common,
    path: '/auth/logout',
    summary: 'Sign out: ends this session on every server',
    audience: 'user',
    answer: z.null(),
    async run(ctx, { req, res }) {
      await endSessions({ _id: ctx.sessionId }, ctx.now, 'SIGNED_OUT');
      takeTokens(req, res, ctx.kind === 'resident' ? 'resident' : 'staff');
    },
  }),
  route({
    method: 'get',
    path: '/auth/me',
    batch: true,
    module: 'AUTH',
    summary: 'Who is signed in, and where they have a place',
    audience: 'user',
    answer: z.object({
      user: userSchema,
      employees: z.array(placeSchema),
      units: z.array(unitSchema),
      cursor,
      // Why a resident has no unit.
      closed: z.enum(CLOSED).nullable(),
    }),
    async run(ctx) {
      const user = await who(ctx);
      const units = user.kind === 'resident' ? await loadUnits(user._id) : [];
      return {
        user: shownUser(user),
        employees: await loadPlaces(user._id),
        units,
        cursor: feedPlace(),
        closed: user.kind === 'resident' && units.length === 0 ? await closedTo(user._id) : null,
      };
    },
  }),
  route({
    method: 'get',
    path: '/module',
    batch: true,
    module: 'AUTH',
    summary: 'What the caller may do in the project, module by module',
    answer: z.array(z.object({ code: z.string() }).loose()),
    run: async ctx =>
      CODES.map(code => ({
        code,
        ...Object.fromEntries(FLAGS.map(flag => [flag, holds(ctx.permissions, code, flag)])),
      })),
  }),
];
