import { addDays, dayOf, nextDay } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { HANDOVER_CONFIG } from '@lobby/shared/modules/handover-config.ts';
import {
  MOST_PLANNED_VISITS,
  type plannedVisit,
  planVisits,
  type unplannedVisit,
} from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { both, joinedQuery } from '../../../kit/records/lists/list.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { checkRefs, checkWorkers, loadRefs } from '../../../kit/store/refs/refs.ts';
import { handoverConfig } from '../config.ts';
import { templateFor } from '../data.ts';
import { loadObligation } from '../payment-gate.ts';
import { refusalOf } from '../units/add.ts';
import { activeTemplates, loadRows } from '../units/units.ts';
import { scheduleAppointment } from './schedule.ts';
import { daysOff, findOverlapping, meets, slotsOn } from './slots.ts';

/** Days that a plan covers. */
const AHEAD = 62;

type Planned = z.output<typeof plannedVisit>;
type Refused = z.output<typeof unplannedVisit>;

/** Appointments without a time: earliest due first, then by block, floor and unit. */
async function waiting(ctx: Ctx, unitIds: readonly string[] | undefined, filter: Filter) {
  const chosen = await joinedQuery(handoverSchedule, filter, ctx);
  const docs = await records(handoverSchedule).find(
    ctx,
    both(chosen, {
      projectId: ctx.projectId,
      status: 'NOT_SCHEDULED',
      ...(unitIds && { unitId: { $in: [...unitIds] } }),
    }),
    { limit: MOST_PLANNED_VISITS + 1 },
  );
  if (docs.length > MOST_PLANNED_VISITS)
    failFields({ unitIds: { code: 'TOO_MANY', params: { max: MOST_PLANNED_VISITS } } });
  const homes = await loadRefs(
    ctx.projectId,
    unit,
    docs.flatMap(({ unitId }) => unitId ?? []),
  );
  const floors = await loadRefs(
    ctx.projectId,
    floor,
    [...homes.values()].map(({ floorId }) => floorId),
  );
  const rows = new Map(
    (await loadRows(ctx, { _id: { $in: docs.map(doc => doc.handoverId) } })).map(row => [row._id, row]),
  );
  const all = docs.flatMap(doc => {
    const [row, home] = [rows.get(doc.handoverId ?? ''), homes.get(doc.unitId ?? '')];
    return row && home ? { doc, row, home, level: floors.get(home.floorId)?.order ?? 0 } : [];
  });
  type One = (typeof all)[number];
  const due = ({ row }: One) => row.dueTo ?? '9999';
  const by = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return all.toSorted(
    (a, b) =>
      by(due(a), due(b)) ||
      by(a.home.blockId, b.home.blockId) ||
      a.level - b.level ||
      by(a.row.place ?? '', b.row.place ?? ''),
  );
}

/** Assigns the earliest free slots evenly to employees; units that a rule refuses are reported and use no slot. */
async function buildPlan(
  ctx: Ctx,
  all: Awaited<ReturnType<typeof waiting>>,
  from: string,
  employeeIds: readonly string[],
): Promise<{ plan: Planned[]; refused: Refused[] }> {
  const config = await handoverConfig(ctx.projectId);
  const { timeZone } = ctx.project;
  const off = await daysOff(ctx);
  const templates = await activeTemplates(ctx);
  const refused: Refused[] = [];
  const fit: typeof all = [];
  for (const candidate of all) {
    const { doc, row, home } = candidate;
    const gated =
      config.paymentGate === 'SCHEDULE' && (await loadObligation(ctx, row)).obligation !== 'COMPLETE'
        ? { code: 'HANDOVER_OBLIGATION' }
        : !row.templateId && !templateFor(templates, home)
          ? { code: 'HANDOVER_INVALID', reason: 'TEMPLATE_MISSING' }
          : null;
    if (gated) refused.push({ id: doc._id, unitId: home._id, ...gated });
    else fit.push(candidate);
  }
  const first = [from, dayOf(ctx.now, timeZone)].toSorted()[1] ?? from;
  const plan: Planned[] = [];
  const load = new Map(employeeIds.map(id => [id, 0]));
  for (let day = first; day <= addDays(first, AHEAD) && plan.length < fit.length; day = nextDay(day)) {
    const slots = off(day) ? [] : slotsOn(day, timeZone, config).filter(slot => slot.from > ctx.now);
    const [opens, closes] = [slots[0], slots.at(-1)];
    if (!opens || !closes) continue;
    const held = await findOverlapping(ctx, { from: opens.from, to: closes.to }, null);
    for (const slot of slots) {
      const there = held.filter(span => meets(span, slot));
      const busy = new Set(there.map(({ employeeId }) => employeeId));
      const free = employeeIds.filter(id => !busy.has(id));
      const even = free.toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0));
      for (const employeeId of even.slice(0, Math.max(0, config.slotsAtOnce - there.length))) {
        const next = fit[plan.length];
        if (!next) break;
        load.set(employeeId, (load.get(employeeId) ?? 0) + 1);
        plan.push({
          id: next.doc._id,
          unitId: next.home._id,
          employeeId,
          scheduledAt: slot.from.toISOString(),
          endAt: slot.to.toISOString(),
        });
      }
    }
  }
  const left = fit.slice(plan.length).map(({ doc, home }) => ({
    id: doc._id,
    unitId: home._id,
    code: 'HANDOVER_SLOT_FULL',
  }));
  return { plan, refused: [...refused, ...left] };
}

/** `POST /handover/schedule/auto`: proposes appointments, and saves them only on request. */
export const autoRoute: Route = route(planVisits, {
  flags: ['updateStatus'],
  status: 200,
  async run(ctx, { body: { unitIds, filter, from, employeeIds, make } }) {
    const fields = { employeeIds: HANDOVER_CONFIG.inspectorIds };
    await checkRefs(ctx, fields, { employeeIds });
    await checkWorkers(ctx, fields, { employeeIds });
    const all = await waiting(ctx, unitIds, filter ?? {});
    const { plan, refused } = await buildPlan(ctx, all, from, [...new Set(employeeIds)]);
    if (!make) return { made: false, plan, refused };
    const done: Planned[] = [];
    for (const { id, unitId, ...when } of plan)
      try {
        await perform(
          { ...ctx, once: null },
          { definition: handoverSchedule, name: 'schedule', id, input: when },
          scheduleAppointment,
        );
        done.push({ id, unitId, ...when });
      } catch (error) {
        refused.push({ id, unitId, ...refusalOf(error) });
      }
    return { made: true, plan: done, refused };
  },
});
