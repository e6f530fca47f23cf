import { addDays, dayOf, daysBetween, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { CARE, type CareKind, worstAmong } from '@lobby/shared/modules/care.ts';
import type { device } from '@lobby/shared/modules/device.ts';
import { type maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import type { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import type { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { dueOf, isInService } from '@lobby/shared/modules/upkeep.ts';
import type { Made } from './documents.ts';
import { toldOf } from './technical.ts';

type Machine = Made<typeof device>;
type System = Made<typeof technicalSystem>;
interface Brought {
  plans: readonly Made<typeof maintenancePlan>[];
  works: readonly Made<typeof maintenance>[];
}

/**
 * Maintenance or inspection dates of a machine, derived from its works and plans; its own dates where it has neither.
 */
function datesOf(kind: CareKind, machine: Machine, { plans, works }: Brought, today: string): Partial<Machine> {
  const { last, next, cycle, meant, due, told, first, second, usual } = CARE[kind];
  const ofMachine = works.filter(work => work.deviceId === machine._id && work.kind === kind);
  const covering = plans.filter(
    plan =>
      plan.kind === kind &&
      plan.status === 'ACTIVE' &&
      (plan.systemIds.includes(String(machine.systemId)) || plan.deviceIds.includes(machine._id)),
  );
  const open = ofMachine.filter(({ status }) => isIn(status, OPEN_WORKS)).map(work => work.scheduledDate);
  const planned = covering.flatMap(({ nextDate }) => nextDate ?? []);
  const date = open.toSorted()[0] ?? planned.toSorted()[0] ?? machine[next];
  const done = ofMachine.flatMap(({ completedOn }) => completedOn ?? []).toSorted();
  const before = done.at(-1) ?? machine[last];
  const [far, days] = [Number(machine[first] ?? usual[0]), machine[cycle]];
  const inService = isInService(machine.status);
  return {
    [next]: date,
    [last]: before !== null && date !== null && before > date ? addDays(date, -1) : before,
    [meant]: before && days ? addDays(before, days) : machine[next],
    [due]: inService ? dueOf(date, today, far) : 'NONE',
    [told]: date && toldOf(date, daysBetween(today, date), far, Number(machine[second] ?? usual[1])),
  };
}

/** Systems and machines with maintenance and inspection dates that agree with their works and plans. */
export function caredFor(systems: readonly System[], machines: readonly Machine[], brought: Brought, now: Date) {
  const today = dayOf(now, VIETNAM);
  const devices = machines.map(
    (machine): Machine => ({
      ...machine,
      ...datesOf('MAINTENANCE', machine, brought, today),
      ...datesOf('INSPECTION', machine, brought, today),
    }),
  );
  const machinesOf = (system: System) => devices.filter(({ systemId }) => systemId === system._id);
  return {
    devices,
    systems: systems.map(system => ({ ...system, ...worstAmong(machinesOf(system)) })),
  };
}
