import { addDays, dayOf, daysBetween, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { propertyItem } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { SheetLine } from '@lobby/shared/modules/handover-sheet.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { StoredSheet } from '../modules/handover-unit/index.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { faultsOf, type Photos, REPAIRED_PHOTO } from './handover-photos.ts';
import { engineersOf } from './handover-rules.ts';
import { PARTNER } from './partner-numbers.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

/**
 * Days since the handover within which defects may still be open, days for a repair, and days until a repair counts as
 * confirmed.
 */
const FRESH = 38;
const REPAIR_DAYS = 30;
const TO_CONFIRM = 4;
type Row = Made<typeof handoverUnit>;
type Appointment = Made<typeof handoverSchedule>;
type Defect = Made<typeof handoverDefect>;

/** Repair team by category; the finishing team does everything else. */
const REPAIRERS: Partial<Record<NonNullable<Defect['category']>, number>> = {
  DOOR: PARTNER.doors,
  WINDOW: PARTNER.doors,
  ELECTRICAL: PARTNER.power,
  WATER: PARTNER.power,
  SANITARY: PARTNER.power,
};
const repairerOf = (category: Defect['category']): number => (category && REPAIRERS[category]) ?? PARTNER.finish;

/** A warranty claim by the household, or null; about one in four flats handed over at least 33 days ago has one. */
function claimOf(sheet: StoredSheet, row: Row, day: string, today: string): Partial<Defect> | null {
  const random = randomOf(`claim ${sheet._id}`);
  const age = daysBetween(day, today);
  const line = random.pick(sheet.lines);
  if (row.status !== 'HANDED_OVER' || age < 33 || !line || !random.chance(0.24)) return null;
  const foundOn = addDays(day, random.int(14, Math.min(age - 6, 80)));
  const since = daysBetween(foundOn, today);
  const repaired = since > 20;
  return {
    phase: 'WARRANTY',
    roomId: line.roomId,
    itemId: line.itemId,
    roomText: `${line.room} · ${line.item}`,
    description: random.pick(faultsOf(line.item))[0],
    foundOn,
    dueOn: addDays(foundOn, REPAIR_DAYS),
    warrantyUntil: line.warrantyUntil,
    status: repaired ? 'REPAIRED' : 'NOT_REPAIRED',
    closed: repaired,
    ...(repaired && {
      repairedOn: addDays(foundOn, random.int(3, 14)),
      confirmedOn: addDays(foundOn, 16),
      confirmedBy: 'RESIDENT' as const,
    }),
  };
}

/** Status of a defect today: old ones are closed, some recent ones are open, overdue or awaiting confirmation. */
function fateOf(
  seed: string,
  day: string,
  today: string,
  appointment: Appointment,
  { over, first }: { over: boolean; first: boolean },
): Partial<Defect> {
  const random = randomOf(seed);
  const age = daysBetween(day, today);
  const dueOn = addDays(day, REPAIR_DAYS);
  const [fresh, refused] = [age <= FRESH, appointment.status === 'NOT_ACCEPTED' && !over];
  if (appointment.status === 'PENDING_ACCEPTANCE') return { dueOn };
  if (!refused && age > 2 && random.chance(0.03))
    return {
      dueOn,
      closed: true,
      rejected: true,
      rejectedAt: new Date(`${addDays(day, 2)}T04:00:00Z`),
      reason: 'Đúng theo thiết kế bàn giao',
    };
  // A refused round has at least one defect awaiting confirmation.
  const repaired = (refused && first) || (age > TO_CONFIRM + 2 && (!fresh || random.chance(0.6)));
  if (!repaired) return { dueOn, overdue: dueOn < today };
  const closed = !refused && (!fresh || random.chance(0.55));
  const repairedOn = closed
    ? addDays(day, random.int(2, Math.min(26, age - 4)))
    : addDays(today, -random.int(1, TO_CONFIRM));
  return {
    dueOn,
    status: 'REPAIRED',
    repairedOn,
    toldAt: new Date(`${repairedOn}T08:00:00Z`),
    repairNote: 'Đã xử lý',
    returns: random.chance(0.05) ? 1 : 0,
    closed,
    ...(closed && {
      confirmedOn: addDays(repairedOn, 2),
      confirmedBy: random.chance(0.3) ? ('RESIDENT' as const) : ('STAFF' as const),
      rating: random.chance(0.5) ? random.int(3, 5) : null,
    }),
  };
}

interface Found {
  sheets: readonly StoredSheet[];
  appointments: readonly Appointment[];
  rows: readonly Row[];
  items: readonly Made<typeof propertyItem>[];
  photos: Photos;
}

/** Defects found during handovers and reported under warranty; sets the open counts of their units and appointments. */
export function defectsOf(site: Site, found: Found, now: Date): Defect[] {
  const { items, photos } = found;
  const partnerId = idsOf('partner', site.key);
  const today = dayOf(now, VIETNAM);
  const [id, code] = [idsOf('handover-defect', site.key), codesOf('LB')];
  const engineers = engineersOf(site.key);
  const appointmentOf = new Map(found.appointments.map(appointment => [appointment._id, appointment]));
  const rowOf = new Map(found.rows.map(row => [row._id, row]));
  const categoryOf = new Map(items.map(item => [item._id, item.category]));
  let n = 0;
  return found.sheets.flatMap(sheet => {
    const appointment = appointmentOf.get(sheet.scheduleId);
    const row = rowOf.get(String(appointment?.handoverId));
    if (!appointment || !row) return [];
    const day = dayOf(appointment.scheduledAt ?? now, VIETNAM);
    const make = (at: Date, values: Partial<Defect>) => {
      const category = categoryOf.get(values.itemId ?? '') ?? null;
      return recordOf(handoverDefect, site.id, id(n++), at, {
        code: code(at),
        unitId: row.unitId,
        blockId: row.blockId,
        floorId: row.floorId,
        handoverId: row._id,
        category,
        partnerId: n % 10 === 7 ? null : partnerId(repairerOf(category)),
        employeeId: engineers[n % engineers.length] ?? null,
        ...values,
      });
    };
    const ofLine = (line: SheetLine, at: number) => {
      const stand = { over: row.status === 'HANDED_OVER', first: at === 0 };
      const fate = fateOf(`defect ${sheet._id} ${line.key}`, day, today, appointment, stand);
      const made = make(new Date(`${day}T03:00:00Z`), {
        scheduleId: appointment._id,
        roomId: line.roomId,
        itemId: line.itemId,
        round: appointment.round,
        foundOn: day,
        roomText: `${line.room} · ${line.item}`,
        description: line.note ?? line.item,
        imagesBefore: line.images.map(({ file }) => file),
        blocking: line.blocking,
        severity: line.blocking ? 'MAJOR' : 'MINOR',
        warrantyUntil: line.warrantyUntil,
        ...fate,
      });
      if (made.toldAt)
        made.imagesAfter = [photos.add(REPAIRED_PHOTO, { entity: handoverDefect.name, id: made._id }, made.toldAt)];
      return made;
    };
    const failed = sheet.lines.filter(({ result }) => result === 'FAIL').map(ofLine);
    const claim = appointment.status === 'NOT_ACCEPTED' ? null : claimOf(sheet, row, day, today);
    const all = claim ? [...failed, make(new Date(`${claim.foundOn}T05:00:00Z`), claim)] : failed;
    const open = all.filter(({ closed }) => !closed);
    Object.assign(row, {
      openDefects: open.length,
      repairedDefects: open.filter(({ status }) => status === 'REPAIRED').length,
      blockingDefects: open.filter(defect => defect.blocking && defect.status === 'NOT_REPAIRED').length,
    });
    // Warranty claims belong to no round.
    appointment.openDefects = open.filter(({ scheduleId }) => scheduleId === appointment._id).length;
    if (appointment.openDefects > 0 && appointment.status === 'COMPLETE')
      Object.assign(appointment, { status: 'PENDING_REPAIR' });
    if (appointment.status === 'PENDING_REPAIR') row.scheduleStatus = 'PENDING_REPAIR';
    return all;
  });
}
