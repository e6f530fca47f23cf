import { createHash } from 'node:crypto';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { FEED_ALARMS } from '@lobby/shared/modules/calendar-feed.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Budget, createBudget } from '../../kit/base/budget.ts';
import { fail } from '../../kit/base/errors.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type IcsEvent, icsOf } from '../../kit/paper/ics.ts';
import { load } from '../../kit/records/acts/act.ts';
import { entriesIn, loadEntries } from './entries.ts';
import { feedBy, loadReader, noteRead } from './feeds.ts';

const TYPE = 'text/calendar; charset=utf-8';
/** Rate limit per feed address, on each server. */
const READS: Budget = { burst: 60, perSecond: 60 / 3600 };
const budget = createBudget();

/** Whether the client's cached copy is current. */
const knows = (req: Request, tag: string): boolean =>
  (req.get('If-None-Match') ?? '').split(',').some(header => header.trim().replace(/^W\//, '') === tag);

function answer(req: Request, res: Response, name: string, zone: string, events: readonly IcsEvent[]): void {
  const file = icsOf({ name, zone, events });
  const tag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 27)}"`;
  const last = events.reduce((at, { changedAt }) => Math.max(at, changedAt.getTime()), 0);
  res.set({
    'Content-Type': TYPE,
    ETag: tag,
    'Cache-Control': 'private, max-age=300',
    'X-Robots-Tag': 'noindex',
    ...(last > 0 && { 'Last-Modified': new Date(last).toUTCString() }),
    'Content-Disposition': `inline; ${fileName({ name: `${name}.ics`, type: 'text/calendar' })}`,
  });
  if (knows(req, tag)) res.status(304).end();
  else res.end(file);
}

const feedFile = route({
  method: 'get',
  path: '/calendar/:token.ics',
  summary: 'A calendar that is subscribed to, by its address',
  module: utilityBooking.code,
  audience: 'public',
  answer: 'text/calendar',
  async run({ now }, { params, req, res }) {
    const feed = await feedBy(String(params.token));
    if (!feed) return fail('NOT_FOUND');
    const seconds = budget.take(feed._id, READS);
    if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
    const ctx = await loadReader(feed, now);
    if (!ctx) return fail('NOT_FOUND');
    await noteRead(feed, now);
    answer(req, res, feed.name ?? '', ctx.project.timeZone, await entriesIn(ctx, feed));
  },
});

const oneFile = route({
  method: 'get',
  path: `${utilityBooking.path}/:id/ics`,
  summary: 'One booking as a calendar entry',
  module: utilityBooking.code,
  flags: ['read'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  answer: 'text/calendar',
  async run(ctx, { params: { id }, req, res }) {
    const doc = await load(ctx, utilityBooking, id);
    const alarm = ctx.kind === 'resident' ? FEED_ALARMS['60'] : null;
    answer(req, res, doc.code ?? '', ctx.project.timeZone, await loadEntries(ctx, [doc], alarm));
  },
});

export const fileRoutes: readonly Route[] = [feedFile, oneFile];
