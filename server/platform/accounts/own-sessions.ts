import { idSchema } from '@lobby/shared/kit/schema.ts';
import { ownSessions } from '@lobby/shared/kit/sessions.contract.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { endSessions, type Origin, sessions } from '../auth/sessions.ts';
import { endLinksWithin } from './links.ts';

/** Browser and address of a request, stored with its session. */
export const originOf = (req: Request): Origin => ({
  agent: (req.get('User-Agent') ?? '').slice(0, 250),
  address: String(req.ip ?? ''),
});

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/coc_coc_browser/i, 'Cốc Cốc'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const nameIn = (marks: readonly [RegExp, string][], agent: string) =>
  marks.find(([mark]) => mark.test(agent))?.[1] ?? '';

/** Browser and system names from a user agent; empty if unknown. */
export const deviceOf = (agent: string) => ({ browser: nameIn(BROWSERS, agent), system: nameIn(SYSTEMS, agent) });

const common = { module: 'AUTH', audience: 'user' as const };

/** Routes to list and end the caller's sessions. */
export const sessionRoutes: Route[] = [
  route(ownSessions, {
    audience: 'user',
    async run(ctx) {
      const found = await sessions()
        .find({ userId: ctx.userId, endedAt: null, expiresAt: { $gt: ctx.now } })
        .sort({ turnedAt: -1 })
        .limit(100)
        .toArray();
      return found.map(({ _id, agent = '', address = '', begunAt, turnedAt }) => ({
        id: _id,
        ...deviceOf(agent),
        address,
        begunAt: begunAt?.toISOString() ?? null,
        seenAt: (_id === ctx.sessionId ? ctx.now : turnedAt).toISOString(),
        current: _id === ctx.sessionId,
      }));
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/auth/sessions/:id',
    summary: 'Sign out of one place',
    params: z.strictObject({ id: idSchema }),
    answer: z.null(),
    async run(ctx, { params }) {
      const session = await sessions().findOne({ _id: params.id, userId: ctx.userId, endedAt: null });
      if (!session) return fail('NOT_FOUND');
      await endSessions({ _id: session._id }, ctx.now, 'ELSEWHERE');
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/auth/sessions',
    summary: 'Sign out of all places but this one; links that were mailed end too',
    answer: z.null(),
    run: ctx =>
      endSessions({ userId: ctx.userId, but: ctx.sessionId }, ctx.now, 'ELSEWHERE', tx =>
        endLinksWithin(ctx.userId, ctx.now, tx),
      ),
  }),
];
