import type { FlowStep } from '@lobby/shared/modules/form-flow.ts';

/** Who a step asks, and for how long: as a flow sets it. */
export type Template = Pick<FlowStep, 'stepName' | 'slaHours'> &
  Partial<Pick<FlowStep, 'approverId' | 'positionId' | 'deputyId'>>;
/** When a step is due that begins now. */
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
/** The step that somebody is asked at; -1 where nobody is. */
export const currentIn = (steps: readonly FlowStep[]): number => steps.findIndex(({ status }) => status === 'WAITING');

/** Asks at a step. */
const asked = (step: FlowStep, now: Date, due: Due): FlowStep => ({
  ...step,
  status: 'WAITING',
  startedAt: now.toISOString(),
  dueAt: due(step.slaHours).toISOString(),
});
const from = (steps: readonly FlowStep[], at: number, now: Date, due: Due): FlowStep[] =>
  steps.map((step, n) => (n === at ? asked(step, now, due) : step));

/** The steps of a new form: the first is asked. */
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

/** All steps from the first one on again. */
export const again = (steps: readonly FlowStep[], now: Date, due: Due): FlowStep[] =>
  from(
    steps.map(step => ({ ...step, ...NOT_YET })),
    0,
    now,
    due,
  );

export type Said = Pick<FlowStep, 'by' | 'onBehalf' | 'note'>;
const answered = (step: FlowStep, status: 'APPROVED' | 'REJECTED', said: Said, now: Date): FlowStep => ({
  ...step,
  ...said,
  status,
  overdue: false,
  at: now.toISOString(),
});

/** The step that is asked is passed, and the next one asked. */
export function passed(steps: readonly FlowStep[], said: Said, now: Date, due: Due): FlowStep[] {
  const at = currentIn(steps);
  const done = steps.map((step, n) => (n === at ? answered(step, 'APPROVED', said, now) : step));
  return from(done, at + 1, now, due);
}

/** Whatever is not passed yet is over: refused at the step that was asked (`said`), or given up. */
export function ended(steps: readonly FlowStep[], now: Date, said?: Said): FlowStep[] {
  return steps.map(step => {
    if (step.status === 'WAITING' && said) return answered(step, 'REJECTED', said, now);
    return step.status === 'WAITING' || step.status === 'PENDING'
      ? { ...step, status: 'CLOSED', overdue: false }
      : step;
  });
}
