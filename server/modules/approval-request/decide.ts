import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { isSealed, open } from '../../kit/privacy/personal.ts';
import type { Action, ActionsOf, EffectOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import { type AnyDoc, type Doc, records } from '../../kit/store/records.ts';
import { type Change, save, type Tried, tryOut } from '../../kit/store/save.ts';
import { isAdmin } from '../../platform/auth/rights/admins.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { ACTS } from './acts.ts';
import { callOf } from './approvable-routes.ts';
import { assertApprover, loadMaker } from './people.ts';
import { requestSubject } from './subject.ts';

/** Allows a new request for the act, and clears the stored input. */
const FREE = { waitsFor: null, 'uniq.waitsFor': null, input: null };
/** Temporary errors, after which the approval may be retried. */
const PASSING = ['DATABASE_UNAVAILABLE', 'QUERY_TOO_SLOW', 'SERVER_ERROR'];

const decided = (ctx: Ctx, decision?: string | null) => ({
  decidedById: ctx.employeeId,
  decidedAt: ctx.now,
  decision: decision ?? null,
  ...FREE,
});

const tell =
  (ctx: Ctx, doc: Doc<typeof approvalRequest>, kind: 'DONE' | 'FAILED' | 'REJECTED' | 'EXPIRED') =>
  (session: Session): Promise<void> => {
    const subject = requestSubject(doc);
    return notify(ctx, toStaff(doc.makerId ? [doc.makerId] : []), `APPROVAL_REQUEST_${kind}`, subject, session);
  };

/** Decrypts the stored input; demo data is not encrypted. */
const opened = ({ projectId }: Ctx, input: string): string =>
  isSealed(input) ? (open(projectId, input) ?? '{}') : input;

/** Prepares the requested call in its maker's name, with the maker's current permissions. */
async function callBy(
  ctx: Ctx,
  doc: Doc<typeof approvalRequest>,
): Promise<{ maker: Ctx; run: (by: Ctx) => Promise<unknown> }> {
  const maker = await loadMaker(ctx, doc);
  const route = callOf(doc.act);
  if (!route.flags?.some(flag => can(maker, route.module, flag)))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: route.module });
  const { params, body } = JSON.parse(opened(ctx, doc.input ?? '{}'));
  return { maker, run: async by => route.run(by, { params, body, query: {} } as never) };
}

/** Trial run of the request as its maker, rolled back. */
export async function redo(ctx: Ctx, doc: Doc<typeof approvalRequest>): Promise<Tried & { maker: Ctx }> {
  const { maker, run } = await callBy(ctx, doc);
  return Object.assign(await tryOut(maker, run), { maker });
}

/** Event row that shows the approver in the history of the changed document. */
const confirmed = (definition: Definition, doc: AnyDoc): Change => ({
  definition,
  action: 'approve',
  note: { before: null, after: null },
  update: { doc, set: {}, keepVersion: true },
});

/** Runs an act with external effects after approval; the flag keeps transaction retries from running it twice. */
function doneOutside(ctx: Ctx, doc: Doc<typeof approvalRequest>): () => Promise<void> {
  const { definition } = ACTS[doc.act];
  let isDone = false;
  return async () => {
    if (isDone) return;
    const { maker, run } = await callBy(ctx, doc);
    await run(maker);
    isDone = true;
    const made = await records(definition).withRemoved().get(ctx, doc.entityId);
    if (made) await save({ ...ctx, once: null }, [confirmed(definition, made)]);
  };
}

/** Saves the changes of the trial run with the decision, as the maker's act, followed by the approver's event row. */
function doneBy({ changes, maker }: Tried & { maker: Ctx }): EffectOf<typeof approvalRequest> {
  const [lead, ...others] = changes;
  const made = lead?.insert ?? lead?.update?.doc;
  if (!lead || !made) throw new Error('an act without a document');
  const { first: number, ...main } = lead;
  const by = maker.actor;
  return {
    async first(session, set) {
      // Assigns the document's number.
      await number?.(session);
      Object.assign(set, { resultId: made._id, resultCode: made.code ?? null });
    },
    with: [...[main, ...others].map(change => ({ ...change, by })), confirmed(lead.definition, made)],
  };
}

const approve: Action<typeof approvalRequest, 'approve'> = async (ctx, doc, { note }) => {
  await assertApprover(ctx, doc);
  const set = decided(ctx, note);
  const { outside } = ACTS[doc.act];
  try {
    const tried = await redo(ctx, doc);
    const notice = tell(ctx, doc, 'DONE');
    if (!outside) return { ...doneBy(tried), set, also: notice };
    const done = doneOutside(ctx, doc);
    const also = async (session: Session) => {
      await done();
      await notice(session);
    };
    return { set: { ...set, resultId: doc.entityId, resultCode: doc.entityCode }, also };
  } catch (error) {
    if (!(error instanceof Refusal) || PASSING.includes(error.code)) throw error;
    return { status: 'FAILED', set: { ...set, failure: error.code }, also: tell(ctx, doc, 'FAILED') };
  }
};

const reject: Action<typeof approvalRequest, 'reject'> = async (ctx, doc, { reason }) => {
  await assertApprover(ctx, doc);
  return { set: decided(ctx, reason), also: tell(ctx, doc, 'REJECTED') };
};

const withdraw: Action<typeof approvalRequest, 'withdraw'> = async (ctx, doc) => {
  if (doc.makerId !== ctx.employeeId && !(await isAdmin(ctx))) fail('APPROVAL_NOT_CHECKER');
  return { set: FREE };
};

export const expire: RuleOf<typeof approvalRequest> = (ctx, doc) => ({ set: FREE, also: tell(ctx, doc, 'EXPIRED') });

export const requestActs = { approve, reject, withdraw } satisfies ActionsOf<typeof approvalRequest>;
