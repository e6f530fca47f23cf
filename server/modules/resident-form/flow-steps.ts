import type { FlowStep } from '@lobby/shared/modules/form-flow.ts';

/** A step of a flow: approvers and time limit. */
export type Template = Pick<FlowStep, 'stepName' | 'slaHours'> &
  Partial<Pick<FlowStep, 'approverId' | 'positionId' | 'deputyId'>>;
/** Due time of a step that begins now. */
type Due = (slaHours: number) => Date;

const NOT_YET = {
  status: 'PENDING',
  startedAt: null,
  dueAt: null,
  overdue: false,
  by: null,
  onBehalf: false,
  at: null,
  note: null,
} as const;

export const stepsOf = ({ flowSteps }: Record<string, unknown>): FlowStep[] =>
  Array.isArray(flowSteps) ? flowSteps : [];
/** Index of the step waiting for an answer; -1 if there is none. */
export const currentIn = (steps: readonly FlowStep[]): number => steps.findIndex(({ status }) => status === 'WAITING');

/** Starts a step. */
const opened = (step: FlowStep, now: Date, due: Due): FlowStep => ({
  ...step,
  status: 'WAITING',
  startedAt: now.toISOString(),
  dueAt: due(step.slaHours).toISOString(),
});
const from = (steps: readonly FlowStep[], at: number, now: Date, due: Due): FlowStep[] =>
  steps.map((step, n) => (n === at ? opened(step, now, due) : step));

/** Steps of a new form, the first one started. */
export function begun(templates: readonly Template[], newId: () => string, now: Date, due: Due): FlowStep[] {
  const steps = templates.map(
    ({ stepName, slaHours, approverId = null, positionId = null, deputyId = null }): FlowStep => ({
      id: newId(),
      stepName,
      slaHours,
      approverId,
      positionId,
      deputyId,
      ...NOT_YET,
    }),
  );
  return from(steps, 0, now, due);
}

/** All steps, restarted from the first. */
export const restartSteps = (steps: readonly FlowStep[], now: Date, due: Due): FlowStep[] =>
  from(
    steps.map(step => ({ ...step, ...NOT_YET })),
    0,
    now,
    due,
  );

export type Said = Pick<FlowStep, 'by' | 'onBehalf' | 'note'>;
const answered = (step: FlowStep, status: 'APPROVED' | 'REJECTED', decision: Said, now: Date): FlowStep => ({
  ...step,
  ...decision,
  status,
  overdue: false,
  at: now.toISOString(),
});

/** Passes the current step and starts the next one. */
export function passStep(steps: readonly FlowStep[], decision: Said, now: Date, due: Due): FlowStep[] {
  const at = currentIn(steps);
  const done = steps.map((step, n) => (n === at ? answered(step, 'APPROVED', decision, now) : step));
  return from(done, at + 1, now, due);
}

/** Ends the steps that are not passed: rejected at the current one (`decision`), or closed. */
export function endSteps(steps: readonly FlowStep[], now: Date, decision?: Said): FlowStep[] {
  return steps.map(step => {
    if (step.status === 'WAITING' && decision) return answered(step, 'REJECTED', decision, now);
    return step.status === 'WAITING' || step.status === 'PENDING'
      ? { ...step, status: 'CLOSED', overdue: false }
      : step;
  });
}
