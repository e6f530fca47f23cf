import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { type ApprovalFlow, approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import type { FlowStep } from '@lobby/shared/modules/form-flow.ts';
import { demoId, idsOf, type Made, recordOf } from './documents.ts';
import { POSITION_KEYS, type PositionKey } from './positions.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const step = (stepName: string, place: string | null, approver: string | null, slaHours: number) => ({
  stepName,
  approverId: approver,
  positionId: place,
  deputyId: null,
  slaHours,
});
const placeOf = (site: Site, key: PositionKey) => demoId('position', site.key, POSITION_KEYS.indexOf(key));
/** Ids of active employees who hold a position. */
export const holding = (team: readonly Colleague[], key: PositionKey): string[] =>
  team.filter(person => person.active && person.positions.includes(key)).map(({ id }) => id);

/** Approval steps of works: the technicians, then the head of the building. */
const stepsOfWorks = (site: Site, team: readonly Colleague[]) => [
  step('Kỹ thuật', placeOf(site, 'technician'), null, 8),
  step('Trưởng ban', null, holding(team, 'admin')[0] ?? null, 24),
];

/** Approval flows: an active one for works with three open forms, inactive ones for cards and moves. */
export function flowsOf(site: Site, team: readonly Colleague[]): Made<typeof approvalFlow>[] {
  if (site.key !== 'hoasen') return [];
  const id = idsOf('approval-flow', site.key);
  const flow = (n: number, values: Partial<ApprovalFlow>) =>
    recordOf(approvalFlow, site.id, id(n), site.founded, { edition: 1, openForms: 0, ...values });
  const chief = holding(team, 'admin')[0] ?? null;
  return [
    flow(0, {
      status: 'ACTIVE',
      name: 'Duyệt thi công hai bước',
      formType: 'CONSTRUCTION_REGISTRATION',
      steps: stepsOfWorks(site, team),
      openForms: 3,
    }),
    flow(1, {
      status: 'INACTIVE',
      name: 'Duyệt thẻ và xe',
      formType: 'CARD_REGISTRATION',
      steps: [step('Trưởng ban', null, chief, 24)],
    }),
    flow(2, {
      status: 'INACTIVE',
      name: 'Duyệt chuyển đồ',
      formType: 'ELEVATOR_RESERVATION',
      steps: [step('Lễ tân', placeOf(site, 'admin'), null, 4), step('Trưởng ban', null, chief, 24)],
    }),
  ];
}

/** Flow fields of works under approval at step `at`; `late`: the step is overdue. */
export function flowOfWorks(site: Site, team: readonly Colleague[], now: Date, at: 0 | 1, late: boolean) {
  if (site.key !== 'hoasen') return {};
  const dueAt = new Date(now.getTime() + (late ? -2 : 20) * HOUR_MS).toISOString();
  const began = new Date(now.getTime() - 10 * HOUR_MS).toISOString();
  const steps = stepsOfWorks(site, team).map((work, n): FlowStep => {
    const passed = n < at;
    return {
      ...work,
      id: demoId('flow-step', site.key, n),
      status: passed ? 'APPROVED' : n === at ? 'WAITING' : 'PENDING',
      startedAt: n <= at ? began : null,
      dueAt: n === at ? dueAt : null,
      overdue: n === at && late,
      by: passed ? (holding(team, 'technician')[0] ?? null) : null,
      onBehalf: false,
      at: passed ? began : null,
      note: passed ? 'Hồ sơ đủ, vật liệu chống cháy đạt.' : null,
    };
  });
  return {
    flowId: demoId('approval-flow', site.key, 0),
    flowName: 'Duyệt thi công hai bước',
    flowEdition: 1,
    flowCurrent: at,
    flowCount: steps.length,
    // Instants inside lines are stored as text.
    flowSteps: steps as never,
    stepName: steps[at]?.stepName ?? null,
    stepApprovers: at === 0 ? holding(team, 'technician') : holding(team, 'admin').slice(0, 1),
    stepDueAt: new Date(dueAt),
    stepOverdue: late,
  };
}
