import { digitsOfCall, hotline, MOST_HOTLINES } from '@lobby/shared/modules/hotline.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { ordered, putAt } from '../../kit/records/lists/ordered.ts';
import type { Action, BehaviourOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Change, VersionConflict } from '../../kit/store/save.ts';
import { copyHotlines, failTooMany, hotlinesIn, takeHotlines } from '../../platform/projects/hotlines.ts';

const STEP = 10;

/** Completes a number; only its own act makes it the main one. */
async function complete(ctx: Ctx, request: RequestOf<typeof hotline>): Promise<Values<typeof hotline>> {
  const { kind, values, doc } = request;
  if (kind === 'remove' || kind === 'restore') return values;
  const changes = values.kind !== undefined && values.kind !== (doc?.kind ?? 'OTHER');
  if (changes && (values.kind === 'MAIN' || doc?.kind === 'MAIN')) failFields({ kind: { code: 'INVALID' } });
  const digits = values.phone && { digits: digitsOfCall(values.phone) };
  if (doc) return { ...values, ...digits };
  const there = await hotlinesIn(ctx.projectId);
  // Imported rows keep the order of the sheet.
  const n = request.kind === 'import' ? request.rows.findIndex(row => row.values === values) : 0;
  if (there.length + n >= MOST_HOTLINES) failTooMany('name');
  if (kind === 'create') return { ...values, ...digits };
  const begins = there.length + n === 0 && { kind: 'MAIN' as const };
  return {
    ...values,
    ...digits,
    ...begins,
    order: Math.max(0, ...there.map(line => line.order ?? 0)) + STEP * (n + 1),
  };
}

const order = ordered(hotline, 'ALREADY_EXISTS');

/** Makes the next number the main one when the main one is removed. */
async function promote(ctx: Ctx, { kind, before }: DoneOf<typeof hotline>): Promise<Change[]> {
  if (kind !== 'remove' || before.kind !== 'MAIN') return [];
  const next = (await hotlinesIn(ctx.projectId)).find(({ _id }) => _id !== before._id);
  if (!next) return [];
  const also = (session: Session) => copyHotlines(ctx.projectId, session);
  return [{ definition: hotline, action: 'main', update: { doc: next, set: { kind: 'MAIN' } }, also }];
}

export const rules = {
  check: complete,
  changes: promote,
  async first(ctx, session, doc) {
    await takeHotlines(ctx.projectId, session);
    const there = await hotlinesIn(ctx.projectId, session);
    if (there.length >= MOST_HOTLINES) failTooMany('name');
    if (there.length === 0) doc.kind = 'MAIN';
    await order.first(ctx, session, doc);
  },
  async inTransaction(ctx, session, { kind }) {
    await takeHotlines(ctx.projectId, session);
    if (kind === 'remove' && (await hotlinesIn(ctx.projectId, session)).length === 0) fail('HOTLINE_LAST');
    await copyHotlines(ctx.projectId, session);
  },
} satisfies BehaviourOf<typeof hotline>;

/** Makes a number the main one and first in order; the previous main number becomes an ordinary one. */
export const main: Action<typeof hotline, 'main'> = async (ctx, doc) => {
  const before = (await hotlinesIn(ctx.projectId)).find(({ kind }) => kind === 'MAIN');
  if (!before) throw new VersionConflict();
  const { set, also } = await putAt(ctx, hotline, doc, () => 0);
  const copy = (session: Session) => copyHotlines(ctx.projectId, session);
  return {
    set: { ...set, kind: 'MAIN' },
    also,
    with: [{ definition: hotline, action: 'update', update: { doc: before, set: { kind: 'OTHER' } }, also: copy }],
  };
};
