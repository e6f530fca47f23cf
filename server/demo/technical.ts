import { addDays, dayOf, daysBetween, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { CARE, type CARE_FIELDS, type CareKind, worstAmong } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { SYSTEM_GROUPS, systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { dueOf, isInService } from '@lobby/shared/modules/upkeep.ts';
import { demoId, idsOf, type Made, recordOf } from './documents.ts';
import { DOWN_NOW, downSince, metersOf } from './machines.ts';
import { PARTNER } from './partner-numbers.ts';
import type { Site } from './sites.ts';

export const systemGroupsOf = (site: Site): Made<typeof systemGroup>[] =>
  SYSTEM_GROUPS.map(([code, name], n) =>
    recordOf(systemGroup, site.id, idsOf('system-group', site.key)(n), site.founded, {
      code,
      name,
      order: (n + 1) * 10,
    }),
  );

type Icon = Made<typeof technicalSystem>['icon'];
type System = readonly [
  code: string,
  name: string,
  group: number,
  icon: Icon,
  maintenance: number,
  inspection: number,
  machines: readonly string[],
];
const lifts = (block: string, of: number) => Array.from({ length: of }, (_, n) => `Thang ${block}${n + 1}`);
const several = (name: string, of: number) => Array.from({ length: of }, (_, n) => `${name} ${n + 1}`);

const SYSTEMS: readonly System[] = [
  ['TM-A', 'Thang máy block A', 0, 'lift', 30, 365, lifts('A', 3)],
  ['TM-B', 'Thang máy block B', 0, 'lift', 30, 365, lifts('B', 3)],
  ['TM-C', 'Thang máy block C', 0, 'lift', 30, 365, lifts('C', 3)],
  ['DIEN-TONG', 'Tủ điện tổng và trạm biến áp', 1, 'power', 180, 365, several('Tủ điện', 4)],
  ['MPD', 'Máy phát điện', 1, 'power', 90, 0, several('Máy phát', 2)],
  ['PCCC-BOM', 'Bơm chữa cháy', 2, 'fire', 30, 365, several('Bơm chữa cháy', 4)],
  ['PCCC-BAO', 'Báo cháy tự động', 2, 'fire', 90, 365, several('Tủ báo cháy', 3)],
  ['NUOC-CAP', 'Cấp nước sinh hoạt', 3, 'water', 90, 0, several('Bơm nước', 4)],
  ['NUOC-THAI', 'Xử lý nước thải', 3, 'water', 60, 0, several('Máy thổi khí', 2)],
  ['GIO-HAM', 'Thông gió tầng hầm', 4, 'air', 120, 0, several('Quạt hầm', 4)],
  ['TANG-AP', 'Tăng áp cầu thang', 4, 'air', 180, 365, several('Quạt tăng áp', 3)],
  ['CAMERA', 'Camera giám sát', 5, 'camera', 90, 0, several('Camera', 24)],
  ['BARIE', 'Barie bãi xe', 6, 'barrier', 60, 0, several('Barie', 4)],
  ['MANG', 'Mạng nội bộ', 7, 'network', 180, 0, several('Switch', 1)],
];
const systemsIn = ({ key }: Site) => (key === 'hoasen' ? SYSTEMS : [0, 5, 7, 11].map(n => SYSTEMS[n] as System));
const machinesIn = (site: Site, [, , , , , , machines]: System) =>
  site.key === 'hoasen' ? machines : machines.slice(0, 2);

/** Key of the last reminder sent for a date: the date and the reminder's number; null where none was due yet. */
export const toldOf = (next: string, left: number, far: number, near: number): string | null =>
  left > far ? null : `${next} ${left < 0 ? 3 : left <= near ? 2 : 1}`;

type Cared = Partial<Pick<Made<typeof device>, keyof typeof CARE_FIELDS>>;

/** Maintenance or inspection fields of a machine, derived from the next date. */
function careOf(kind: CareKind, cycleDays: number, next: string | null, today: string, partner: string): Cared {
  const { cycle, last, next: at, first, second, contractor, due, told, usual } = CARE[kind];
  if (cycleDays === 0) return { [due]: 'NONE' } as Cared;
  const far = Math.min(usual[0], cycleDays);
  return {
    [cycle]: cycleDays,
    [first]: far,
    [second]: usual[1],
    [contractor]: partner,
    [at]: next,
    [last]: next ? addDays(next, -cycleDays) : null,
    [due]: next ? dueOf(next, today, far) : 'NONE',
    [told]: next && toldOf(next, daysBetween(today, next), far, usual[1]),
  } as Cared;
}

/** Days until the next date of the nth machine: three are overdue, six are due soon. */
const NEAR = [-6, -3, -1, 1, 2, 4, 6, 9, 12];
/** Machines with an expired certificate and no plan: days until their next date. */
const EXPIRED: Readonly<Record<string, number>> = { 'PCCC-BOM-2': -4 };
const workLeft = (n: number, cycle: number) => NEAR[n] ?? Math.min(16 + ((n * 7) % 60), cycle);

/** Technical systems and their machines; three machines wait for repair. */
export function technicalOf(site: Site, now: Date) {
  const today = dayOf(now, VIETNAM);
  const [systemId, deviceId] = [idsOf('technical-system', site.key), idsOf('device', site.key)];
  const [groupId, partnerId] = [idsOf('system-group', site.key), idsOf('partner', site.key)];
  const elevatorId = idsOf('elevator', site.key);
  const [placeId, categoryId] = [idsOf('place', site.key), idsOf('item-category', site.key)];
  const managerId = demoId('employee', site.key, site.key === 'hoasen' ? 6 : 3);
  const systems: Made<typeof technicalSystem>[] = [];
  const devices: Made<typeof device>[] = [];
  for (const [n, system] of systemsIn(site).entries()) {
    const [code, name, group, icon, maintenance, inspection] = system;
    const keeper = group === 0 ? PARTNER.lifts : group === 2 ? PARTNER.fire : PARTNER.power;
    const contractor = partnerId(code === 'MPD' ? PARTNER.generators : keeper);
    const inspector = partnerId(group === 2 ? PARTNER.fire : PARTNER.inspection);
    const begun = { startDate: addDays(today, -400), managerId };
    const machines = machinesIn(site, system).map((called, m) => {
      const count = devices.length + m;
      const status = [4, 20, 40].includes(count) ? 'NEED_MAINTENANCE' : 'IN_USE';
      const left = workLeft((count * 5) % 64, maintenance);
      const sees = inspection > 0 ? (EXPIRED[`${code}-${m + 1}`] ?? 40 + ((count * 11) % 200)) : 0;
      return recordOf(device, site.id, deviceId(count), site.founded, {
        code: `${code}-${m + 1}`,
        name: called,
        systemId: systemId(n),
        placeId: placeId(m % 3),
        status,
        categoryId: categoryId(group === 0 ? 6 : icon === 'camera' ? 8 : 7),
        critical: group <= 2,
        ...begun,
        brand: group === 0 ? 'Mitsubishi' : 'Grundfos',
        setupDate: addDays(today, -420),
        ...careOf('MAINTENANCE', maintenance, addDays(today, left), today, contractor),
        ...careOf('INSPECTION', inspection, inspection > 0 ? addDays(today, sees) : null, today, inspector),
        meters: metersOf(`${code}-${m + 1}`, count, now),
        ...(`${code}-${m + 1}` === DOWN_NOW && site.key === 'hoasen' && { down: true, downSince: downSince(now) }),
        ...(group === 0 && m === 0 && { elevatorId: elevatorId(n), elevatorKey: elevatorId(n) }),
        ...(status === 'NEED_MAINTENANCE' && { reason: 'Đã báo hỏng; chờ thợ kiểm tra.' }),
      });
    });
    devices.push(...machines);
    systems.push(
      recordOf(technicalSystem, site.id, systemId(n), site.founded, {
        code,
        name,
        groupId: groupId(group),
        icon,
        placeId: placeId(0),
        ...begun,
        ...careOf('MAINTENANCE', maintenance, null, today, contractor),
        ...careOf('INSPECTION', inspection, null, today, inspector),
        deviceCount: machines.length,
        ...worstAmong(machines.filter(({ status }) => isInService(status))),
      }),
    );
  }
  return { systems, devices };
}
