import { addDays, addMonths, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { maintenancePlan, ruleIn } from '@lobby/shared/modules/maintenance-plan.ts';
import { firstOf, ruleDates } from '@lobby/shared/modules/plan-dates.ts';
import { checklistOfPlan } from './checklists.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';
import { departmentId } from './staff.ts';

type Plan = readonly [
  name: string,
  kind: Made<typeof maintenancePlan>['kind'],
  system: number,
  frequency: Made<typeof maintenancePlan>['frequency'],
  interval: number,
  partner: number | null,
];
const PLANS: readonly Plan[] = [
  ['Bảo trì thang máy block A', 'MAINTENANCE', 0, 'MONTHLY', 1, 0],
  ['Bảo trì thang máy block B', 'MAINTENANCE', 1, 'MONTHLY', 1, 0],
  ['Bảo trì thang máy block C', 'MAINTENANCE', 2, 'MONTHLY', 1, 0],
  ['Kiểm định thang máy block A', 'INSPECTION', 0, 'YEARLY', 1, 8],
  ['Kiểm định thang máy block B', 'INSPECTION', 1, 'YEARLY', 1, 8],
  ['Kiểm định thang máy block C', 'INSPECTION', 2, 'YEARLY', 1, 8],
  ['Vệ sinh tủ điện', 'MAINTENANCE', 3, 'MONTHLY', 6, null],
  ['Đo điện trở tiếp địa', 'INSPECTION', 3, 'YEARLY', 1, 8],
  ['Chạy thử máy phát điện', 'MAINTENANCE', 4, 'MONTHLY', 1, null],
  ['Thay dầu máy phát điện', 'MAINTENANCE', 4, 'MONTHLY', 6, 9],
  ['Chạy thử bơm chữa cháy', 'MAINTENANCE', 5, 'WEEKLY', 1, null],
  ['Bảo trì bơm chữa cháy', 'MAINTENANCE', 5, 'MONTHLY', 1, 1],
  ['Kiểm tra bình chữa cháy', 'MAINTENANCE', 6, 'MONTHLY', 1, null],
  ['Thử hệ thống báo cháy', 'MAINTENANCE', 6, 'MONTHLY', 3, 1],
  ['Kiểm định PCCC', 'INSPECTION', 6, 'YEARLY', 1, 1],
  ['Vệ sinh bể nước', 'MAINTENANCE', 7, 'MONTHLY', 6, 5],
  ['Kiểm tra bơm nước', 'MAINTENANCE', 7, 'WEEKLY', 1, null],
  ['Lấy mẫu nước thải', 'INSPECTION', 8, 'MONTHLY', 3, 5],
  ['Bảo trì máy thổi khí', 'MAINTENANCE', 8, 'MONTHLY', 2, 5],
  ['Vệ sinh quạt hầm', 'MAINTENANCE', 9, 'MONTHLY', 4, null],
  ['Thử quạt tăng áp', 'MAINTENANCE', 10, 'MONTHLY', 6, null],
  ['Lau camera', 'MAINTENANCE', 11, 'MONTHLY', 3, null],
  ['Kiểm tra lưu hình camera', 'MAINTENANCE', 11, 'WEEKLY', 1, null],
  ['Bảo trì barie', 'MAINTENANCE', 12, 'MONTHLY', 2, 6],
  ['Kiểm tra mạng nội bộ', 'MAINTENANCE', 13, 'MONTHLY', 6, null],
  ['Sơn kẻ vạch hầm xe', 'MAINTENANCE', 12, 'YEARLY', 1, 2],
];

/** Plans that are due today. */
const TODAY: readonly string[] = ['Bảo trì thang máy block C', 'Chạy thử máy phát điện', 'Bảo trì bơm chữa cháy'];

/** The lifts whose yearly inspection is due next, in how many days. */
const INSPECTED_SOON = { plan: 'Kiểm định thang máy block B', machines: [3, 4], inDays: 21 } as const;

/** Supplies planned for a work. */
const partsOf = (site: Site, n: number, quantity: number) => [{ supplyId: idsOf('supply', site.key)(n), quantity }];

/** How far back a plan started, so that its works of a year fall on its own days. */
const RUN_MONTHS = 13;
const RUN_WEEKS = 56;
function runSince(day: string, frequency: Plan[3], interval: number): string {
  const turns = (of: number) => Math.ceil(of / interval) * interval;
  return frequency === 'WEEKLY' ? addDays(day, -7 * turns(RUN_WEEKS)) : addMonths(day, -turns(RUN_MONTHS));
}

function* laterThan(days: Iterable<string>, today: string): Generator<string> {
  for (const day of days) if (day >= today) yield day;
}

/** Recurring maintenance plans; one is paused. */
export function plansOf(site: Site, now: Date): Made<typeof maintenancePlan>[] {
  const id = idsOf('maintenance-plan', site.key);
  const [systemId, partnerId] = [idsOf('technical-system', site.key), idsOf('partner', site.key)];
  const placeId = idsOf('place', site.key);
  const today = dayOf(now, VIETNAM);
  const code = codesOf('KH');
  const plans = site.key === 'hoasen' ? PLANS : PLANS.filter(([, , system]) => system < 4).slice(0, 4);
  return plans.map(([name, kind, system, frequency, interval, partner], n) => {
    const isSoon = name === INSPECTED_SOON.plan;
    const usual = isSoon ? addMonths(addDays(today, INSPECTED_SOON.inDays), -12) : addDays(today, -((n * 13) % 90) - 1);
    const first = TODAY.includes(name) ? today : usual;
    const startsOn = frequency === 'YEARLY' ? addMonths(first, isSoon ? 0 : -12) : runSince(first, frequency, interval);
    const rule = ruleIn({ frequency, interval, startsOn });
    const paused = n === 19;
    const next = rule && !paused ? (firstOf(laterThan(ruleDates(rule), today), 1)[0] ?? null) : null;
    return recordOf(maintenancePlan, site.id, id(n), site.founded, {
      code: code(site.founded),
      name,
      kind,
      frequency,
      interval,
      startsOn,
      // Things at one place are covered by one work.
      ...(isSoon && { deviceIds: INSPECTED_SOON.machines.map(idsOf('device', site.key)) }),
      ...(!isSoon && (frequency === 'WEEKLY' ? { placeIds: [placeId(0)] } : { systemIds: [systemId(system)] })),
      departmentId: departmentId(site, 'technician'),
      startTime: '08:00',
      holidays: 'KEEP',
      nextDate: next,
      checklistId: checklistOfPlan(site, PLANS.indexOf(plans[n] as Plan)),
      contractorId: partner === null ? null : partnerId(partner),
      ...(system < 3 &&
        kind === 'MAINTENANCE' && { closesLift: true, requiresPhoto: true, parts: partsOf(site, 20, 1) }),
      ...(name === 'Thay dầu máy phát điện' && {
        triggers: [{ meter: 'gio', kind: 'EVERY', value: 250, pauseHours: 24, name: 'Giờ chạy', unitName: 'giờ' }],
        parts: partsOf(site, 21, 18),
      }),
      ...(paused && { status: 'PAUSED', reason: 'Chờ thay quạt mới.' }),
    });
  });
}
