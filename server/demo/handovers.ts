import { addDays, DAY_MS, dayOf, daysBetween, instantAt, VIETNAM, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit, SOON_DAYS } from '@lobby/shared/modules/handover-unit.ts';
import type { Unit, unit } from '@lobby/shared/modules/unit.ts';
import { ITEMS, ROOMS, readyLines, TEMPLATES } from '../modules/handover-unit/ready-made.ts';
import type { StoredSheet } from '../modules/handover-unit/sheet.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { defectsOf } from './handover-defects.ts';
import { handoverOfDemo } from './handover-rules.ts';
import { sheetsOf } from './handover-sheets.ts';
import type { Home } from './homes.ts';
import type { Sets } from './prepared.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

/** Days since a flat was refused at least. */
const REFUSED_AGO = 6;
/** Nobody hands over on a Sunday. */
const workday = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, 1) : day);
/** The block that is in handover. */
const BLOCK = 'C';

function dataOf(site: Site) {
  const [roomId, itemId] = [idsOf('property-room', site.key), idsOf('property-item', site.key)];
  const templateId = idsOf('handover-template', site.key);
  const rooms = ROOMS.map(([, icon, name], n) =>
    recordOf(propertyRoom, site.id, roomId(n), site.founded, {
      order: (n + 1) * 10,
      name: name.vi,
      icon,
      nameKey: foldCode(name.vi),
    }),
  );
  const items = ITEMS.map(({ code, category, warrantyMonths, unitName, name, checks }, n) =>
    recordOf(propertyItem, site.id, itemId(n), site.founded, {
      code,
      category,
      warrantyMonths,
      unitName: unitName.vi,
      name: name.vi,
      codeKey: foldCode(code),
      checks: checks.map(one => ({ check: one.vi })),
    }),
  );
  const templates = TEMPLATES.map(({ bedrooms, type, name }, n) => {
    const lines = readyLines(bedrooms).map(({ room, item }) => ({
      roomId: roomId(ROOMS.findIndex(([key]) => key === room)),
      itemId: itemId(ITEMS.findIndex(({ code }) => code === item)),
      quantity: 1,
      required: true,
    }));
    return recordOf(handoverTemplate, site.id, templateId(n), site.founded, {
      name: name.vi,
      unitTypes: [{ type }],
      bedrooms,
      lines,
      lineCount: lines.length,
      nameKey: foldCode(name.vi),
      fitKey: `${type} / ${bedrooms} / `,
    });
  });
  return { rooms, items, templates };
}

/** The template of a unit: of its type and bedrooms. */
function templateOf(site: Site, { type, bedrooms }: Unit): string | null {
  const found = TEMPLATES.findIndex(one => one.type === type && (type === 'STUDIO' || one.bedrooms === bedrooms));
  return found < 0 ? null : idsOf('handover-template', site.key)(found);
}

/** Block C in its handover: most are through, some are at it, the others wait; one has not paid in six. */
function unitsOf(site: Site, homes: readonly Home[], units: readonly Made<typeof unit>[], now: Date) {
  const today = dayOf(now, VIETNAM);
  const id = idsOf('handover-unit', site.key);
  const employeeId = idsOf('employee', site.key);
  let waiting = 0;
  return homes.flatMap((home, n) => {
    const own = units[n];
    if (home.block !== BLOCK || !own) return [];
    const random = randomOf(`handover ${site.key} ${n}`);
    const over = own.handoverStatus === 'HANDED_OVER';
    const turn = over ? 0 : ++waiting;
    const status = over
      ? ('HANDED_OVER' as const)
      : turn % 4 === 1
        ? ('HANDING_OVER' as const)
        : ('WAITING_HANDOVER' as const);
    const dueTo = addDays(today, over ? -random.int(20, 400) : turn % 3 === 2 ? -random.int(2, 20) : random.int(3, 60));
    const paid = over || status === 'HANDING_OVER' || turn % 3 === 0;
    const left = daysBetween(today, dueTo);
    const invitedAt = paid ? new Date(now.getTime() - random.int(2, 30) * DAY_MS) : null;
    const row = recordOf(handoverUnit, site.id, id(n), site.founded, {
      unitId: home.id,
      unitKey: home.id,
      blockId: home.blockId,
      floorId: home.floorId,
      unitType: own.type,
      status,
      ownerId: home.people[0]?.id ?? null,
      templateId: templateOf(site, own as unknown as Unit),
      contractNumber: `HDMB-${home.code.replace(/\W/g, '')}`,
      place: `${home.block} ${home.code}`,
      dueFrom: addDays(dueTo, -60),
      dueTo,
      late: !over && left < 0,
      dueSoon: !over && left >= 0 && left <= SOON_DAYS,
      obligation: paid ? 'COMPLETE' : 'INCOMPLETE',
      ...(paid && { obligationBy: employeeId(5), obligationAt: invitedAt, invitedAt, invitedBy: 'APP' as const }),
    });
    return [row];
  });
}

/** The appointments of the units: past ones, those of today and the days to come, and those still to be made. */
function schedulesOf(site: Site, rows: readonly Made<typeof handoverUnit>[], now: Date) {
  const id = idsOf('handover-schedule', site.key);
  const code = codesOf('BG');
  const employeeId = idsOf('employee', site.key);
  const today = dayOf(now, VIETNAM);
  let [next, made, going] = [0, 0, 0];
  const of = (row: Made<typeof handoverUnit>) => ({
    code: code(site.founded),
    unitId: row.unitId,
    handoverId: row._id,
    blockId: row.blockId,
    ownerId: row.ownerId,
    meetingPoint: handoverOfDemo.meetingPoint,
  });
  const nextDay = () => addDays(today, 1 + (next++ % 12));
  return rows.flatMap((row, n) => {
    const { status } = row;
    const booked = status === 'WAITING_HANDOVER' && row.obligation === 'COMPLETE';
    // Of those that are at it one is looked at today; the others were refused once, and are looked at again.
    const refused = status === 'HANDING_OVER' && going++ > 0;
    const day =
      status === 'HANDED_OVER'
        ? String(row.dueTo)
        : refused
          ? addDays(today, -REFUSED_AGO - (n % 9))
          : status === 'HANDING_OVER'
            ? today
            : nextDay();
    const from = instantAt(workday(day), 9 * 60 + (n % 2) * 60, VIETNAM);
    const stands =
      status === 'HANDED_OVER'
        ? ('COMPLETE' as const)
        : refused
          ? ('NOT_ACCEPTED' as const)
          : status === 'HANDING_OVER'
            ? ('PENDING_ACCEPTANCE' as const)
            : booked
              ? ('PENDING_EXECUTION' as const)
              : ('NOT_SCHEDULED' as const);
    const timed = stands !== 'NOT_SCHEDULED';
    const who = employeeId(7 + (n % 4));
    const at = (on: Date) => ({
      scheduledAt: on,
      endAt: new Date(on.getTime() + 3_600_000),
      employeeId: who,
      bookedBy: 'STAFF' as const,
    });
    Object.assign(row, { scheduleStatus: stands, scheduledAt: timed ? from : null, employeeId: timed ? who : null });
    row.rounds = timed && !booked ? 1 : 0;
    const first = recordOf(handoverSchedule, site.id, id(made++), site.founded, {
      ...of(row),
      status: stands,
      ...(timed && at(from)),
      ...(timed && !booked && { actualAt: from }),
      ...(refused && { reason: 'Chủ nhà chưa nhận: còn lỗi phải sửa trước' }),
      confirmedByResident: booked && n % 3 > 0,
    });
    if (!refused) return [first];
    const again = going % 2 === 0;
    const on = again ? instantAt(workday(nextDay()), 14 * 60, VIETNAM) : null;
    const second = recordOf(handoverSchedule, site.id, id(made++), site.founded, {
      ...of(row),
      round: 2,
      kind: 'REINSPECTION' as const,
      status: again ? ('PENDING_EXECUTION' as const) : ('NOT_SCHEDULED' as const),
      ...(on && at(on)),
    });
    Object.assign(row, {
      scheduleStatus: second.status,
      scheduledAt: on,
      employeeId: on ? who : null,
    });
    return [first, second];
  });
}

/** The handing over of block C; the other project has not begun. */
export function handoversOf(
  site: Site,
  homes: readonly Home[],
  units: readonly Made<typeof unit>[],
  now: Date,
): { sets: Sets; sheets: readonly StoredSheet[] } {
  if (site.key !== 'hoasen') return { sets: [], sheets: [] };
  const { rooms, items, templates } = dataOf(site);
  const rows = unitsOf(site, homes, units, now);
  const appointments = schedulesOf(site, rows, now);
  const sheets = sheetsOf(site, appointments, rows, { rooms, items, templates });
  const contractors = [0, 1, 2].map(idsOf('partner', site.key));
  const defects = defectsOf(site, sheets, appointments, rows, contractors, now);
  const homeOf = new Map(units.map(one => [one._id, one]));
  for (const { unitId, handedOverOn } of rows) Object.assign(homeOf.get(unitId) ?? {}, { handedOverOn });
  const sets: Sets = [
    [propertyRoom, rooms],
    [propertyItem, items],
    [handoverTemplate, templates],
    [handoverUnit, rows],
    [handoverSchedule, appointments],
    [handoverDefect, defects],
  ];
  return { sets, sheets };
}
