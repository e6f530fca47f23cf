import {
  APPROVAL_DAYS,
  type ApprovalActName,
  type ApprovalRule,
  ruleFor,
} from '@lobby/shared/billing/approval-acts.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { claimFiles } from '../../kit/files/files.ts';
import type { Route } from '../../kit/http/route.ts';
import { seal } from '../../kit/privacy/personal.ts';
import { load } from '../../kit/records/acts/act.ts';
import { assertWritable, build } from '../../kit/records/records.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { save, tryOut } from '../../kit/store/save.ts';
import { loadAdmins } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { ACTS, type ApprovalAct } from './acts.ts';
import { loadCheckers } from './people.ts';
import { requestSubject } from './subject.ts';

type Run = (
  ctx: Ctx,
  input: { params: { id?: string }; query: { dryRun?: unknown }; body: Record<string, unknown> },
) => Promise<unknown>;

const REASON = { approvalReason: { kind: 'longText', max: 500 } } as const;
const pending = z.object({ approvalRequestId: z.string(), status: z.literal('PENDING') });

/** The original routes of the acts, without the approval step. */
const done = new Map<ApprovalActName, Route>();
export const callOf = (act: ApprovalActName): Route => done.get(act) ?? fail('APPROVAL_ACT_UNKNOWN');

/** Wraps the routes of approvable acts: they create an approval request if the project's rules say so. */
export function withSecondPerson(routes: readonly Route[]): Route[] {
  const names = Object.keys(ACTS) as ApprovalActName[];
  const calls = new Map(names.map(name => [ACTS[name].call, name]));
  return routes.map(route => {
    const name = calls.get(`${route.method} ${route.path}`);
    if (!name || done.get(name) === route) return route;
    done.set(name, route);
    return asking(route, name);
  });
}

function asking(route: Route, name: ApprovalActName): Route {
  const body = route.body as z.ZodObject;
  const run: Run = async (ctx, input) => {
    const { approvalReason, ...values } = input.body;
    const call = { ...input, body: values };
    const doIt = (by: Ctx) => route.run(by, call as never);
    const act = ACTS[name];
    const doc = await loadDocument(ctx, act, input.params.id, values);
    const amount = Number((input.params.id ? doc?.[act.amount ?? 'amount'] : values.amount) ?? 0);
    const { approvalRules } = await paymentSettings(ctx.projectId);
    const [rule] = [name, ...((doc && act.along?.(doc)) ?? [])].flatMap(
      definition => ruleFor(approvalRules, definition, amount) ?? [],
    );
    if (input.query.dryRun !== undefined) {
      const { res } = input as unknown as { res: { locals: { found?: boolean } } };
      res.locals.found = true;
      return { needsApproval: rule !== undefined };
    }
    if (!rule || ctx.kind !== 'staff' || !ctx.employeeId) return doIt(ctx);
    const reason = text(values.reason) ?? text(approvalReason) ?? failFields({ approvalReason: { code: 'REQUIRED' } });
    assertWritable(ctx, REASON, { approvalReason: reason });
    const refusedTwice = doc ? await loadPending(ctx, name, doc._id) : null;
    if (refusedTwice) fail('APPROVAL_PENDING', await whoAsked(refusedTwice));
    // Trial run, rolled back: input that the act would refuse is refused now.
    await tryOut(ctx, doIt);
    return ask(ctx, { name, act, rule, doc, amount, reason, params: input.params, values });
  };
  return {
    ...route,
    pends: true,
    query: route.query.extend({ dryRun: z.enum(['true']).optional() }),
    body: body.safeExtend({ approvalReason: fieldSchema(REASON.approvalReason).nullish() }),
    answer: z.union([route.answer as z.ZodType, pending, z.object({ needsApproval: z.boolean() })]),
    run,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value : null);

/** The document that an act changes or refers to; null if there is none. */
async function loadDocument(
  ctx: Ctx,
  act: ApprovalAct,
  id: string | undefined,
  body: Record<string, unknown>,
): Promise<AnyDoc | null> {
  if (id) return load(ctx, act.definition, id);
  const about = act.about && text(body[act.about.field]);
  if (!act.about || !about) return null;
  return records(act.about.definition).get(ctx, about);
}

const loadPending = (
  { projectId }: Ctx,
  name: ApprovalActName,
  entityId: string,
): Promise<Doc<typeof approvalRequest> | null> =>
  records(approvalRequest).first({ projectId }, { act: name, entityId, status: 'PENDING' });

const whoAsked = async ({ _id: id, code, makerId }: Doc<typeof approvalRequest>) => ({ id, code, makerId });

interface ApprovalDraft {
  name: ApprovalActName;
  act: ApprovalAct;
  rule: ApprovalRule;
  doc: AnyDoc | null;
  amount: number;
  reason: string;
  params: object;
  values: Record<string, unknown>;
}

/** Stores the request and notifies the people who may decide, or the admins if nobody may. */
async function ask(ctx: Ctx, { name, act, rule, doc, amount, reason, params, values }: ApprovalDraft) {
  const { definition } = act;
  const checkers = await loadCheckers(ctx.projectId, name, rule.positionIds);
  const checkerIds = checkers.filter(id => id !== ctx.employeeId);
  // Without its version: the approval is checked against the document's state at that time.
  const { version: _version, ...body } = values;
  const files = Object.entries(definition.fields).flatMap(([field, { kind }]) =>
    kind === 'files' ? [values[field]].flat().filter(id => typeof id === 'string') : [],
  );
  const insert = await build(ctx, approvalRequest, {
    act: name,
    module: definition.code,
    amount,
    reason,
    makerId: ctx.employeeId,
    madeAt: ctx.now,
    entityId: doc?._id ?? null,
    entityCode: text(doc?.[(act.about?.definition ?? definition).title]),
    entityVersion: doc?.version ?? null,
    unitId: text(doc?.unitId) ?? text(values.unitId),
    input: seal(ctx.projectId, JSON.stringify({ params, body })),
    attachments: files.slice(0, approvalRequest.fields.attachments.max),
    positionIds: [...rule.positionIds],
    checkerIds,
    expiresAt: new Date(ctx.now.getTime() + APPROVAL_DAYS * DAY_MS),
    waitsFor: doc && `${name} ${doc._id}`,
  });
  const subject = requestSubject(insert);
  const also = async (session: Session) => {
    await claimFiles(files, session, { entity: approvalRequest.name, id: insert._id });
    if (checkerIds.length > 0) await notify(ctx, toStaff(checkerIds), 'APPROVAL_REQUEST_ASKED', subject, session);
    else await notify(ctx, toStaff(await loadAdmins(ctx.projectId)), 'APPROVAL_REQUEST_STUCK', subject, session);
  };
  const answer = { approvalRequestId: insert._id, status: 'PENDING' };
  await save(ctx, [{ definition: approvalRequest, action: 'create', insert, also }], answer);
  return answer;
}
