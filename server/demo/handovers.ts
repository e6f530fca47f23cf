import {
  addDays,
  DAY_MS,
  dayOf,
  daysBetween,
  HOUR_MS,
  instantAt,
  nextDay,
  VIETNAM,
  weekdayOf,
} from '@lobby/shared/kit/dates.ts';
import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit, SOON_DAYS } from '@lobby/shared/modules/handover-unit.ts';
import type { Unit, unit } from '@lobby/shared/modules/unit.ts';
import type { StoredSheet } from '../modules/handover-unit/index.ts';
import { ITEMS, ROOMS, readyLines, TEMPLATES } from '../modules/handover-unit/index.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { defectsOf } from './handover-defects.ts';
import { type Photos, photosOf } from './handover-photos.ts';
import { engineersOf, handoverOfDemo } from './handover-rules.ts';
import { sheetsOf } from './handover-sheets.ts';
import { BLOCK_IN_HANDOVER, type Home, registeredIn } from './homes.ts';
import type { Sets } from './prepared.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

/** Days since the first handover, days over which the finished ones spread, and minimum days since a refusal. */
const BEGUN_AGO = 98;
const OVER_WITHIN = 95;
const REFUSED_AGO = 6;
/** Moves a Sunday to the Monday after. */
const workday = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, 1) : day);
/** The latest working day whose first appointment hour has passed. */
function begunDay(now: Date): string {
  let day = dayOf(now, VIETNAM);
  while (weekdayOf(day) === 0 || instantAt(day, HOURS[0], VIETNAM) > now) day = addDays(day, -1);
  return day;
}
/**
 * One in this many finished handovers was refused at first; only those older than FRESH_DAYS, so that none of their
 * defects is open.
 */
const AGAIN_EACH = 17;
const FRESH_DAYS = 45;
/** Start minutes of appointments within a day. */
const HOURS = [480, 540, 600, 810, 870, 930] as const;
/** Stage of the remaining flats by door: one is inspected today, eight were refused, fourteen have an appointment. */
const GOING: readonly number[] = [4];
const REFUSED: readonly number[] = [1, 3, 7, 9, 11, 13, 15, 17];
const BOOKED: readonly number[] = [5, 6, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 23, 24];
/** From this door on buyers have not paid; the last ones are past their planned handover. */
const UNPAID_FROM = 31;
const LATE_FROM = 34;

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
      checks: checks.map(check => ({ check: check.vi })),
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

/** Handover template by unit type and bedrooms; null where none fits. */
function templateOf(site: Site, { type, bedrooms }: Unit): string | null {
  const found = TEMPLATES.findIndex(
    template => template.type === type && (type === 'STUDIO' || template.bedrooms === bedrooms),
  );
  return found < 0 ? null : idsOf('handover-template', site.key)(found);
}

const isLet = ({ people }: Home): boolean => people.some(({ role }) => role === 'RENTER');

type Row = Made<typeof handoverUnit>;
/** A row of the programme and its stage. */
interface Turn {
  row: Row;
  at: 'OVER' | 'GOING' | 'REFUSED' | 'BOOKED' | 'TRAY';
  /** Its number among the rows of the same stage. */
  n: number;
}

/** Handover rows of block C: most flats are handed over; the last ones are in progress, waiting, or unpaid. */
function turnsOf(site: Site, homes: readonly Home[], units: readonly Made<typeof unit>[], now: Date): Turn[] {
  const today = dayOf(now, VIETNAM);
  const id = idsOf('handover-unit', site.key);
  const clerk = idsOf('employee', site.key)(5);
  const begun = instantAt(addDays(today, -BEGUN_AGO - 12), 9 * 60, VIETNAM);
  const candidates = homes.flatMap((home, n) =>
    home.block === BLOCK_IN_HANDOVER && units[n] ? [{ home, doc: units[n], n }] : [],
  );
  // Rented flats were handed over first.
  const over = candidates
    .filter(({ home }) => !home.buyer)
    .toSorted((a, b) => Number(isLet(b.home)) - Number(isLet(a.home)));
  const places = new Map(over.map(({ n }, place) => [n, place]));
  const counts = { OVER: 0, GOING: 0, REFUSED: 0, BOOKED: 0, TRAY: 0 };
  let door = 0;
  return candidates.map(({ home, doc, n }): Turn => {
    const random = randomOf(`handover ${site.key} ${n}`);
    const to = home.buyer ? door++ : -1;
    const at = !home.buyer
      ? 'OVER'
      : GOING.includes(to)
        ? 'GOING'
        : REFUSED.includes(to)
          ? 'REFUSED'
          : BOOKED.includes(to)
            ? 'BOOKED'
            : 'TRAY';
    const turn = places.get(n) ?? counts[at]++;
    const isOver = at === 'OVER';
    const day = workday(addDays(today, -BEGUN_AGO + Math.floor((turn * OVER_WITHIN) / Math.max(1, over.length))));
    const dueTo = isOver
      ? addDays(day, random.int(-4, 25))
      : addDays(today, to >= LATE_FROM ? -random.int(2, 20) : random.int(3, 45));
    const paid = isOver || to < UNPAID_FROM;
    const left = daysBetween(today, dueTo);
    const invitedAt = paid ? instantAt(addDays(isOver ? day : today, -random.int(8, 10)), 10 * 60, VIETNAM) : null;
    const row = recordOf(handoverUnit, site.id, id(n), begun, {
      unitId: home.id,
      unitKey: home.id,
      blockId: home.blockId,
      floorId: home.floorId,
      unitType: doc.type,
      status: isOver ? 'HANDED_OVER' : at === 'GOING' || at === 'REFUSED' ? 'HANDING_OVER' : 'WAITING_HANDOVER',
      ownerId: registeredIn(home)[0]?.id ?? null,
      templateId: templateOf(site, doc as unknown as Unit),
      contractNumber: `HDMB-${home.code.replace(/\W/g, '')}`,
      place: `${home.block} ${home.code}`,
      dueFrom: addDays(dueTo, -60),
      dueTo,
      handedOverOn: isOver ? day : null,
      late: !isOver && left < 0,
      dueSoon: !isOver && left >= 0 && left <= SOON_DAYS,
      obligation: paid ? 'COMPLETE' : 'INCOMPLETE',
      ...(paid && { obligationBy: clerk, obligationAt: invitedAt, invitedAt, invitedBy: 'APP' as const }),
    });
    return { row, at, n: turn };
  });
}

/** The next working days after today, without Sundays. */
function workdaysFrom(today: string, many: number): string[] {
  const days: string[] = [];
  for (let day = nextDay(today); days.length < many; day = nextDay(day)) if (weekdayOf(day) !== 0) days.push(day);
  return days;
}

/** Appointments of all rounds: past, of today, upcoming, and not scheduled yet. */
function schedulesOf(site: Site, turns: readonly Turn[], now: Date) {
  const id = idsOf('handover-schedule', site.key);
  const code = codesOf('BG');
  const engineers = engineersOf(site.key);
  const today = dayOf(now, VIETNAM);
  const ahead = workdaysFrom(today, 12);
  const perDay = new Map<string, number>();
  let made = 0;
  /** Time and engineer of an appointment; takes an hour. */
  const time = (day: string, hour: number, who: number) => {
    const scheduledAt = instantAt(day, hour, VIETNAM);
    return {
      scheduledAt,
      endAt: new Date(scheduledAt.getTime() + HOUR_MS),
      employeeId: engineers[who % engineers.length] ?? null,
      bookedBy: 'STAFF' as const,
    };
  };
  const past = (day: string) => {
    const nth = perDay.get(day) ?? 0;
    perDay.set(day, nth + 1);
    return time(day, HOURS[Math.floor(nth / 4) % HOURS.length] ?? 480, nth);
  };
  return turns.flatMap(({ row, at, n }) => {
    const make = (values: Partial<Made<typeof handoverSchedule>>) => {
      const { status, scheduledAt = null, employeeId = null } = values;
      Object.assign(row, { scheduleStatus: status, scheduledAt, employeeId });
      return recordOf(handoverSchedule, site.id, id(made++), row.createdAt, {
        code: code(row.createdAt),
        unitId: row.unitId,
        handoverId: row._id,
        blockId: row.blockId,
        ownerId: row.ownerId,
        meetingPoint: handoverOfDemo.meetingPoint,
        ...values,
      });
    };
    if (at === 'TRAY') return [make({ status: 'NOT_SCHEDULED' })];
    if (at === 'BOOKED') {
      // Two appointments this afternoon, then two a day.
      const day = n < 2 ? workday(today) : (ahead[Math.floor((n - 2) / 2)] ?? today);
      const when = time(day, n < 2 ? 840 + n * 60 : (HOURS[n % 2 === 0 ? 1 : 4] ?? 540), n);
      return [make({ status: 'PENDING_EXECUTION', ...when, confirmedByResident: n % 7 !== 3 })];
    }
    row.rounds = 1;
    if (at === 'GOING') {
      const when = time(begunDay(now), HOURS[0], n);
      return [make({ status: 'PENDING_ACCEPTANCE', ...when, actualAt: when.scheduledAt, confirmedByResident: true })];
    }
    if (at === 'OVER') {
      // Some were refused at first and handed over a week later.
      const again = n % AGAIN_EACH === 4 && String(row.handedOverOn) < addDays(today, -FRESH_DAYS);
      const refused = again && past(workday(addDays(String(row.handedOverOn), -7)));
      const before = refused
        ? [
            make({
              status: 'NOT_ACCEPTED',
              ...refused,
              actualAt: refused.scheduledAt,
              reason: 'Chủ nhà chưa nhận: còn lỗi phải sửa trước',
            }),
          ]
        : [];
      const when = past(String(row.handedOverOn));
      // Some owners missed their first appointment.
      const noShowAt = n % 20 === 5 ? new Date(when.scheduledAt.getTime() - 3 * DAY_MS) : null;
      const confirmedByResident = n % 3 > 0;
      const second = again ? ({ round: 2, kind: 'REINSPECTION' } as const) : {};
      row.rounds = again ? 2 : 1;
      const done = { ...when, ...second, actualAt: when.scheduledAt, noShowAt, confirmedByResident };
      return [...before, make({ status: 'COMPLETE', ...done })];
    }
    const when = past(workday(addDays(today, -REFUSED_AGO - n)));
    const first = make({
      status: 'NOT_ACCEPTED',
      ...when,
      actualAt: when.scheduledAt,
      reason: 'Chủ nhà chưa nhận: còn lỗi phải sửa trước',
    });
    // The first four have a second appointment in the coming days, the others none yet.
    const again = n < 4 && time(ahead[1 + n] ?? today, 600, n + 1);
    const second = make({
      round: 2,
      kind: 'REINSPECTION' as const,
      status: again ? ('PENDING_EXECUTION' as const) : ('NOT_SCHEDULED' as const),
      ...(again && { ...again, confirmedByResident: n % 2 === 0 }),
    });
    return [first, second];
  });
}

/** Handover records, sheets and files of block C; empty for the small building. */
export function handoversOf(
  site: Site,
  homes: readonly Home[],
  units: readonly Made<typeof unit>[],
  now: Date,
): { sets: Sets; sheets: readonly StoredSheet[]; files: Photos['files'] } {
  if (site.key !== 'hoasen') return { sets: [], sheets: [], files: [] };
  const { rooms, items, templates } = dataOf(site);
  const turns = turnsOf(site, homes, units, now);
  const rows = turns.map(({ row }) => row);
  const appointments = schedulesOf(site, turns, now);
  const photos = photosOf(site);
  const names = new Map(homes.map(home => [home.id, registeredIn(home)[0]?.name ?? null]));
  const looked = { rooms, items, templates, names, photos };
  const sheets = sheetsOf(site, appointments, rows, looked);
  const defects = defectsOf(site, { sheets, appointments, rows, ...looked }, now);
  const homeOf = new Map(units.map(doc => [doc._id, doc]));
  for (const { unitId, handedOverOn } of rows) Object.assign(homeOf.get(unitId) ?? {}, { handedOverOn });
  const sets: Sets = [
    [propertyRoom, rooms],
    [propertyItem, items],
    [handoverTemplate, templates],
    [handoverUnit, rows],
    [handoverSchedule, appointments],
    [handoverDefect, defects],
  ];
  return { sets, sheets, files: photos.files };
}
