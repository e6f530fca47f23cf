import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { type Ctx, can, feature } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

interface Step {
  stepName: string;
  approverId: string;
  slaHours: number;
  /** ISO text once it is done. */
  approvedAt?: string | null;
}

const HOUR_MS = 3_600_000;
const stepsOf = ({ approvals }: Record<string, unknown>): Step[] => (Array.isArray(approvals) ? approvals : []);

/** Who is asked next, and until when. */
const asks = (step: Step | undefined, now: Date) => ({
  approverId: step?.approverId ?? null,
  approvalDueAt: step ? new Date(now.getTime() + step.slaHours * HOUR_MS) : null,
  approvalOverdue: false,
});

/** The steps that a new form has to pass: those of the flow that is active for its kind; null where there is none. */
export async function beginApproval(ctx: Ctx, formType: string): Promise<Record<string, unknown> | null> {
  if (!feature(ctx, 'APPROVAL_FLOW')) return null;
  const flow = await modelOf(approvalFlow)
    .findOne({ projectId: ctx.projectId, deletedAt: null, status: 'ACTIVE', formType })
    .lean<Stored>();
  const steps: Step[] = Array.isArray(flow?.steps) ? flow.steps : [];
  const approvals = steps.map(({ stepName, approverId, slaHours }) => ({ stepName, approverId, slaHours }));
  return approvals.length > 0 ? { approvals, ...asks(approvals[0], ctx.now) } : null;
}

/** One step of an approval: only the last one approves the form (domain.md, Approval flow). Answers who is asked next. */
export function approveStep(ctx: Ctx, doc: Stored): Effect & { next: string | null } {
  const steps = stepsOf(doc);
  const at = steps.findIndex(step => !step.approvedAt);
  const step = steps[at];
  if (!step) return { next: null };
  refuseOthers(ctx, step);
  const approvals = steps.map((one, n) => (n === at ? { ...one, approvedAt: ctx.now.toISOString() } : one));
  const next = approvals[at + 1];
  return {
    set: { approvals, ...asks(next, ctx.now) },
    ...(next && { status: 'WAITING' }),
    next: next?.approverId ?? null,
  };
}

/** Nobody is asked any more. */
export const endApproval = { approverId: null, approvalDueAt: null, approvalOverdue: false };

/** Refuses who is not asked at this step. */
export function refuseStranger(ctx: Ctx, doc: Stored): void {
  const step = stepsOf(doc).find(one => !one.approvedAt);
  if (step) refuseOthers(ctx, step);
}

function refuseOthers(ctx: Ctx, { approverId }: Step): void {
  // Who sets up the flows may speak for an approver who is away.
  if (ctx.kind === 'staff' && ctx.employeeId !== approverId && !can(ctx, approvalFlow.code, 'updateStatus'))
    fail('NOT_YOUR_APPROVAL');
}
