import type { ApprovalActName } from '@lobby/shared/billing/approval-acts.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { isSealed, open } from '../../kit/privacy/personal.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import { type Change, type Tried, tryOut } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { isAdmin } from '../../platform/auth/admins.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { callOf } from './ask.ts';
import { makerOf, refuseOthers } from './people.ts';

/** The act may be asked for again, and what was typed for it is kept no longer. */
const FREE = { waitsFor: null, 'uniq.waitsFor': null, input: null };
/** The database was away: the same may be tried again. */
const PASSING = ['DATABASE_UNAVAILABLE', 'QUERY_TOO_SLOW', 'SERVER_ERROR'];

const decided = (ctx: Ctx, decision: unknown) => ({
  decidedById: ctx.employeeId,
  decidedAt: ctx.now,
  decision: decision ?? null,
  ...FREE,
});

const tell =
  (ctx: Ctx, doc: Stored, kind: 'DONE' | 'FAILED' | 'REJECTED' | 'EXPIRED') =>
  (session: Session): Promise<void> => {
    const subject = { module: approvalRequest.code, id: doc._id, title: String(doc.code) };
    return notify(ctx, toStaff([String(doc.makerId)]), `APPROVAL_REQUEST_${kind}`, subject, session);
  };

/** What the call was given; that of the demo was never sealed. */
const given = ({ projectId }: Ctx, input: string): string =>
  isSealed(input) ? (open(projectId, input) ?? '{}') : input;

/** Does what was asked for as its maker would do it now, up to its end, and takes it back. */
export async function redo(ctx: Ctx, doc: Stored): Promise<Tried & { maker: Ctx }> {
  const maker = await makerOf(ctx, doc);
  const route = callOf(doc.act as ApprovalActName);
  if (!route.flags?.some(flag => can(maker, route.module, flag)))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: route.module });
  const { params, body } = JSON.parse(given(ctx, String(doc.input)));
  const tried = await tryOut(maker, by => route.run(by, { params, body, query: {} } as never));
  return Object.assign(tried, { maker });
}

/** What a trial would have saved, saved with the decision: who asked did it, and who confirmed stands beside in its history. */
function doneBy({ changes, maker }: Tried & { maker: Ctx }): Effect {
  const [{ first: number, ...main }, ...others] = changes as [Change, ...Change[]];
  const { definition, insert, update } = main;
  const made = insert ?? update?.doc;
  if (!made) throw new Error('an act without a document');
  const by = maker.actor;
  return {
    async first(session, set) {
      // The document has its number from now on.
      await number?.(session);
      Object.assign(set, { resultId: made._id, resultCode: made.code ?? null });
    },
    with: [
      ...[main, ...others].map(change => ({ ...change, by })),
      {
        definition,
        action: 'approve',
        note: { before: null, after: null },
        update: { doc: made, set: {}, keepVersion: true },
      },
    ],
  };
}

const approve: Rule = async (ctx, doc, { note }) => {
  await refuseOthers(ctx, doc);
  const set = decided(ctx, note);
  try {
    const effect = doneBy(await redo(ctx, doc));
    return { ...effect, set, also: tell(ctx, doc, 'DONE') };
  } catch (error) {
    if (!(error instanceof Refusal) || PASSING.includes(error.code)) throw error;
    return { status: 'FAILED', set: { ...set, failure: error.code }, also: tell(ctx, doc, 'FAILED') };
  }
};

const reject: Rule = async (ctx, doc, { reason }) => {
  await refuseOthers(ctx, doc);
  return { set: decided(ctx, reason), also: tell(ctx, doc, 'REJECTED') };
};

const withdraw: Rule = async (ctx, doc) => {
  if (doc.makerId !== ctx.employeeId && !(await isAdmin(ctx))) fail('APPROVAL_NOT_CHECKER');
  return { set: FREE };
};

export const expire: Rule = (ctx, doc) => ({ set: FREE, also: tell(ctx, doc, 'EXPIRED') });

export const requestActs = { approve, reject, withdraw };
