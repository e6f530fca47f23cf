import { addDays, dayOf, HOUR_MS, MINUTE_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { maintenance, OPEN_WORKS, USUAL_DELAY_DAYS } from '@lobby/shared/modules/maintenance.ts';
import { ruleIn } from '@lobby/shared/modules/maintenance-plan.ts';
import { ruleDates } from '@lobby/shared/modules/plan-dates.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import { checklistsOf, foundOf } from './checklists.ts';
import { codesOf, demoId, idsOf, type Made, recordOf } from './documents.ts';
import { plansOf } from './plans-of-upkeep.ts';
import type { Site } from './sites.ts';
import { departmentId } from './staff.ts';
import { technicalOf } from './technical.ts';

type Work = Made<typeof maintenance>;
type Values = Partial<Work> & Pick<Work, 'title' | 'kind' | 'scheduledDate'>;
const AHEAD_DAYS = 30;
const PAST_DAYS = 365;
const atEight = (day: string) => new Date(`${day}T01:00:00Z`);
/** Start of a work in progress: eight o'clock, or earlier than now at least. */
const begunAt = (day: string, now: Date) => new Date(Math.min(atEight(day).getTime(), now.getTime() - 15 * MINUTE_MS));

/** Plans with the index of a machine whose latest work was not done. */
const LATE = [
  ['Bảo trì thang máy block B', 1],
  ['Bảo trì bơm chữa cháy', 2],
  ['Kiểm tra bình chữa cháy', 0],
  ['Chạy thử bơm chữa cháy', 0],
] as const;
/** Plan whose work of today is in progress. */
const GOING = 'Chạy thử máy phát điện';

/** Faults of machines waiting for repair, by the beginning of the machine's name. */
const FAULTS = [
  ['Thang', 'WAITING', 'Cửa thang đóng không kín, kêu to.'],
  ['Tủ báo cháy', 'WAITING', 'Tủ báo cháy báo lỗi vùng 3.'],
  ['Camera', 'IN_PROGRESS', 'Hình mờ, chập chờn vào ban đêm.'],
  ['', 'WAITING', 'Chạy ồn, rung mạnh.'],
] as const;

/** Key of a generated work: one per plan, thing and day. */
const keyOf = (plan: string, thing: { deviceId: string } | { placeId: string }, day: string) =>
  `${plan} ${'deviceId' in thing ? thing.deviceId : thing.placeId} ${day}`;

/** Works: a year of finished ones, those in progress, and those generated for the next month. */
export function worksOf(site: Site, now: Date): Work[] {
  const today = dayOf(now, VIETNAM);
  const [id, code] = [idsOf('maintenance', site.key), codesOf('BT')];
  const workerId = demoId('employee', site.key, site.key === 'hoasen' ? 6 : 3);
  const { devices } = technicalOf(site, now);
  const lists = checklistsOf(site);
  const rows: Values[] = [];
  for (const [n, plan] of plansOf(site, now).entries()) {
    const machines = devices.filter(
      device =>
        (plan.systemIds.includes(String(device.systemId)) || plan.deviceIds.includes(device._id)) &&
        isInService(device.status),
    );
    const things = [
      ...machines.map(({ _id }) => ({ deviceId: _id })),
      ...plan.placeIds.map(placeId => ({ placeId })),
    ] as const;
    const base = {
      title: plan.name,
      kind: plan.kind,
      origin: 'PLAN',
      planId: plan._id,
      contractorId: plan.contractorId,
      departmentId: departmentId(site, 'technician'),
      assigneeIds: n % 3 === 0 ? [workerId] : [],
    } as const;
    const items = {
      ...foundOf(lists, plan.checklistId, null),
      requiresPhoto: plan.requiresPhoto,
      closesLift: plan.closesLift,
      parts: plan.parts.map(line => ({ ...line, warehouseId: null, amount: null, posted: false, documentId: null })),
    };
    const from = addDays(today, -PAST_DAYS);
    const past: string[] = [];
    const runs = ruleIn(plan);
    for (const day of runs ? ruleDates(runs) : []) {
      if (day >= today) break;
      if (day >= from) past.push(day);
    }
    for (const [before, scheduledDate] of past.toReversed().entries())
      for (const [m, thing] of things.entries()) {
        const k = before + 1;
        if (k === 1 && LATE.some(([name, at]) => name === plan.name && at === m)) {
          const day = addDays(today, -USUAL_DELAY_DAYS - 1 - m);
          const madeFor = keyOf(plan._id, thing, scheduledDate);
          rows.push({ ...base, ...items, ...thing, scheduledDate: day, status: 'SCHEDULED', overdue: true, madeFor });
          continue;
        }
        const seed = n * 31 + k * 7 + m;
        const on = addDays(scheduledDate, seed % 11 === 0 ? 5 : 1);
        const cost = plan.contractorId ? 660_000 + (n % 4) * 300_000 : null;
        rows.push({
          ...base,
          ...thing,
          scheduledDate,
          status: 'COMPLETED',
          madeFor: keyOf(plan._id, thing, scheduledDate),
          completedOn: on < today ? on : scheduledDate,
          ...foundOf(lists, plan.checklistId, { byId: workerId, on: scheduledDate, seed }),
          startedAt: atEight(scheduledDate),
          completedBy: workerId,
          labour: [{ employeeId: workerId, minutes: 30 + (seed % 7) * 10, day: scheduledDate }],
          laborCost: cost,
          totalCost: cost ?? 0,
          result: 'Đã làm đủ các hạng mục, vận hành bình thường.',
          ...(plan.contractorId && { rating: n === 9 ? 2 + (k % 2) : 5 - (k % 3 === 0 ? 1 : 0) }),
          ...(plan.kind === 'INSPECTION' && { inspectionResult: 'PASSED', validUntil: addDays(on, 365) }),
        });
      }
    const rule = plan.status === 'ACTIVE' ? ruleIn(plan) : null;
    for (const day of rule ? ruleDates(rule) : []) {
      if (day > addDays(today, AHEAD_DAYS)) break;
      if (day < today) continue;
      for (const thing of things)
        rows.push({
          ...base,
          ...items,
          ...thing,
          scheduledDate: day,
          status: 'SCHEDULED',
          ...(day === today && plan.name === GOING && { status: 'IN_PROGRESS', startedAt: begunAt(day, now) }),
          startAt: atEight(day),
          endAt: new Date(atEight(day).getTime() + HOUR_MS),
          madeFor: keyOf(plan._id, thing, day),
        });
    }
  }
  const broken = devices.filter(({ status }) => status === 'NEED_MAINTENANCE');
  for (const { _id, name } of broken) {
    const [, status, description] = FAULTS.find(([start]) => name.startsWith(start)) ?? FAULTS[0];
    rows.push({
      title: description,
      kind: 'CORRECTIVE',
      origin: 'FAULT',
      deviceId: _id,
      scheduledDate: today,
      status,
      description,
      reported: description,
      priority: 'high',
      reportCount: 1,
      touched: true,
      ...(status === 'IN_PROGRESS' && { assigneeIds: [workerId], startedAt: begunAt(today, now) }),
    });
  }
  rows.sort((a, b) => a.scheduledDate.localeCompare(b.scheduledDate));
  return rows.map((values, n) => {
    const made = new Date(Math.min(now.getTime(), atEight(addDays(values.scheduledDate, -AHEAD_DAYS)).getTime()));
    const dueDate = addDays(values.scheduledDate, USUAL_DELAY_DAYS);
    const done = typeof values.completedOn === 'string' ? atEight(values.completedOn) : values.startedAt;
    const overdue = values.overdue === true || (isIn(values.status, OPEN_WORKS) && dueDate < today);
    const work = recordOf(maintenance, site.id, id(n), made, { dueDate, ...values, overdue, code: code(made) });
    if (done instanceof Date && done > made) work.updatedAt = done;
    return work;
  });
}

/** Open works and mean rating of a partner; no mean below three ratings. */
export function partnerFigures(works: readonly Work[], partnerId: string) {
  const ofPartner = works.filter(({ contractorId }) => contractorId === partnerId);
  const rated = ofPartner.flatMap(({ rating }) => (typeof rating === 'number' ? [rating] : []));
  const mean = rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
  return {
    openWorks: ofPartner.filter(({ status }) => isIn(status, OPEN_WORKS)).length,
    rating: rated.length < 3 ? null : Math.round(mean * 10) / 10,
    ratingCount: rated.length,
  };
}
