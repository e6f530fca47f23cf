import type { BodyOf } from '@lobby/shared/kit/contract.ts';
import {
  calendarFeeds,
  type feedSchema,
  makeFeed,
  renewFeed,
  revokeFeed,
} from '@lobby/shared/modules/calendar-feed.contract.ts';
import { MOST_OF_FEED_NAME } from '@lobby/shared/modules/calendar-feed.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { route } from '../../kit/http/route.ts';
import { assertWritable, build, remove, update } from '../../kit/records/records.ts';
import { records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { save } from '../../kit/store/save.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { nameOf } from '../utility-booking/index.ts';
import { calendarFeed } from './definition.ts';
import { addressOf, type Feed, hashOf, newToken } from './feeds.ts';

/** Maximum number of feeds per person and project. */
const MOST = 20;

const MOST_SHOWN = 500;

const shown = (ctx: Ctx, feed: Feed): z.output<typeof feedSchema> => {
  return {
    id: feed._id,
    version: feed.version,
    name: feed.name ?? '',
    kind: feed.kind,
    owner: feed.owner ?? '',
    own: feed.userId === ctx.userId,
    utilityId: feed.utilityId ?? null,
    groupId: feed.groupId ?? null,
    include: feed.include,
    alarm: feed.alarm ?? 'NONE',
    language: feed.language ?? 'vi',
    createdAt: feed.createdAt.toISOString(),
    lastReadAt: feed.lastReadAt?.toISOString() ?? null,
    reads: feed.reads ?? 0,
  };
};

/** The caller's feed, or with `others` any feed that they may revoke; NOT_FOUND otherwise. */
async function loadFeed(ctx: Ctx, id: string, others: boolean): Promise<Feed> {
  const doc = await records(calendarFeed).get(ctx, id);
  const may = doc?.userId === ctx.userId || (others && can(ctx, utilityBooking.code, 'updateStatus'));
  return doc && may ? doc : fail('NOT_FOUND');
}

/** The record that a feed is based on, and its default name. */
async function loadSubject(ctx: Ctx, { kind, utilityId, groupId }: BodyOf<typeof makeFeed>) {
  const isResident = ctx.kind === 'resident';
  if (isResident !== (kind === 'RESIDENT')) failFields({ kind: { code: 'CHOICE_INVALID' } });
  if (kind === 'RESIDENT') return { title: '', values: { unitId: ctx.unitId } };
  const [field, id, of] =
    kind === 'AMENITY' ? (['utilityId', utilityId, utility] as const) : (['groupId', groupId, utilityGroup] as const);
  if (!id) return failFields({ [field]: { code: 'REQUIRED' } });
  const doc = await needRef(ctx, of, id, field);
  return { title: nameOf(ctx, doc), values: { [field]: id } };
}

async function assertBelowLimit(ctx: Ctx, session: Session): Promise<void> {
  await serializeBy(`calendar feeds ${ctx.userId}`, session);
  const mine = { projectId: ctx.projectId, userId: ctx.userId, deletedAt: null };
  const count = await records(calendarFeed).in(session).count(ctx, mine);
  if (count > MOST) fail('LIMIT_REACHED', { max: MOST });
}

const common = { flags: ['read'], residents: true } as const;

export const list = route(calendarFeeds, {
  ...common,
  async run(ctx, { query }) {
    const all = query.all === '1';
    if (all && !can(ctx, utilityBooking.code, 'updateStatus'))
      fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: utilityBooking.code });
    const feeds = await records(calendarFeed).find(
      ctx,
      { ...(!all && { userId: ctx.userId }) },
      { sort: { createdAt: -1, _id: 1 }, limit: MOST_SHOWN, patience: 2000 },
    );
    return feeds.map(doc => shown(ctx, doc));
  },
});

export const make = route(makeFeed, {
  ...common,
  creates: true,
  async run(ctx, { body }) {
    const { title, values } = await loadSubject(ctx, body);
    const project = (await loadProject(ctx.projectId))?.name;
    const resident = ctx.kind === 'resident';
    const token = newToken();
    const stored = {
      kind: body.kind,
      ...values,
      userId: ctx.userId,
      owner: ctx.actor.name,
      language: ctx.language,
      name: body.name || [title, project].filter(Boolean).join(', ').slice(0, MOST_OF_FEED_NAME),
      include: body.include ?? [{ part: 'BOOKINGS' }, { part: 'CLOSURES' }],
      alarm: body.alarm ?? (resident ? '60' : 'NONE'),
      hash: hashOf(token),
    };
    assertWritable(ctx, calendarFeed.fields, stored);
    const insert = await build(ctx, calendarFeed, stored);
    const row = shown(ctx, insert);
    const also = (session: Session) => assertBelowLimit(ctx, session);
    // A repeated request gets the answer without the address, which is not stored.
    await save(ctx, [{ definition: calendarFeed, action: 'create', insert, also }], { ...row, address: null });
    return { ...row, address: addressOf(token) };
  },
});

export const renew = route(renewFeed, {
  ...common,
  async run(ctx, { params: { id } }) {
    const doc = await loadFeed(ctx, id, false);
    const token = newToken();
    const after = await update(ctx, calendarFeed, doc, doc.version, { hash: hashOf(token) }, {});
    return { ...shown(ctx, after), address: addressOf(token) };
  },
});

export const revoke = route(revokeFeed, {
  ...common,
  async run(ctx, { params: { id } }) {
    await remove(ctx, calendarFeed, await loadFeed(ctx, id, true), {}, []);
    return { id };
  },
});
