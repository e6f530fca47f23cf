import { news } from '@lobby/shared/modules/news.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { ActionsOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** Maximum number of pinned published articles. */
const MOST_PINNED = 3;

const dateOf = (value: string | Date | null | undefined) => (value ? new Date(value) : null);

/** Refuses an expiry before publication; edits of published articles are marked. */
export async function completeNews(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof news>,
): Promise<Values<typeof news>> {
  const { publishAt, expiresAt } = { ...doc, ...values };
  const [from, to] = [dateOf(publishAt) ?? (kind === 'create' ? ctx.now : null), dateOf(expiresAt)];
  if (values.expiresAt !== undefined && from && to && to <= from)
    failFields({ expiresAt: { code: 'NEWS_EXPIRES_BEFORE' } }, 'NEWS_EXPIRES_BEFORE');
  if (kind === 'create') return { ...values, authorId: ctx.employeeId };
  const isEdit = kind === 'update' && doc.status === 'PUBLISHED';
  return isEdit ? { ...values, edited: true, editedAt: ctx.now } : values;
}

/** Refuses a further pinned article above the limit, naming the pinned ones. */
async function assertPinsLeft(ctx: Ctx, doc: Doc<typeof news>, session: Session): Promise<void> {
  await serializeBy(`pinned news ${ctx.projectId}`, session);
  const others = await records(news)
    .in(session)
    .find(ctx, { status: 'PUBLISHED', pinned: true, _id: { $ne: doc._id } }, { only: ['title'] });
  if (others.length < MOST_PINNED) return;
  const pinned = others.map(other => ({ id: other._id, title: other.title }));
  fail('NEWS_TOO_MANY_PINNED', { pinned, names: pinned.map(article => article.title).join(', ') });
}

export const acts = {
  publish: (ctx, doc) => {
    if (doc.expiresAt && doc.expiresAt <= ctx.now) fail('NEWS_EXPIRED');
    const wanted = doc.publishAt;
    // An article whose publication was missed keeps its scheduled date.
    const publishAt = wanted && wanted <= ctx.now ? wanted : ctx.now;
    const first = !doc.publishedAt;
    return {
      set: {
        publishAt,
        publishedAt: doc.publishedAt ?? ctx.now,
        ...(first && doc.notify === true && { toldUpTo: '' }),
      },
      ...(doc.pinned === true && { also: session => assertPinsLeft(ctx, doc, session) }),
    };
  },
  schedule: (ctx, _doc, input) => {
    const publishAt = new Date(input.publishAt);
    if (publishAt <= ctx.now) failFields({ publishAt: { code: 'NEWS_TIME_PAST' } }, 'NEWS_TIME_PAST');
    return { set: { publishAt } };
  },
  unschedule: () => ({ set: { publishAt: null } }),
  unpublish: (_ctx, _doc, { reason }) => ({ set: { reason: reason ?? null, pinned: false, toldUpTo: null } }),
  pin: (ctx, doc, { pinned }) => ({
    set: { pinned },
    ...(pinned === true && doc.status === 'PUBLISHED' && { also: session => assertPinsLeft(ctx, doc, session) }),
  }),
} satisfies ActionsOf<typeof news>;
