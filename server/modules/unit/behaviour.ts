import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { ActionsOf, DoneOf, RequestOf } from '../../kit/records/typed-behaviour.ts';
import { assertCodeDistinct } from './alike-codes.ts';
import { notEmptied, onOwnFloor } from './rules.ts';

const STANDING = Object.keys(unit.actions.standing.input);

export const acts = {
  // One of the two fields or both; the other one stays as it is.
  standing: (_ctx, _doc, input) => {
    const entries = Object.entries(input).filter(([name, value]) => STANDING.includes(name) && value);
    if (entries.length === 0) failFields({ buildStatus: { code: 'REQUIRED' } });
    return { set: Object.fromEntries(entries) };
  },
  'app-usage': (_ctx, _doc, input) => ({ set: { appUsage: input.appUsage } }),
} satisfies ActionsOf<typeof unit>;

export const checkUnit = async (ctx: Ctx, request: RequestOf<typeof unit>) => {
  if (request.doc) await notEmptied(ctx, request.doc._id, request.values.state);
  await assertCodeDistinct(ctx, request);
  return onOwnFloor(ctx, request);
};

// Checked again in the transaction: with a concurrent move-in, the second change sees the first.
export const stayInUse = async (ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof unit>) => {
  if (doc && before && doc.state !== before.state) await notEmptied(ctx, doc._id, doc.state, session);
};
