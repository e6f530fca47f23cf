import { addDays, dayOf, daysBetween, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { StoredSheet } from '../modules/handover-unit/sheet.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

/** Days after the handover within which some are still to be repaired. */
const FRESH = 60;

/** What a household told of after it had moved in, while there is warranty: of one flat in six. */
function claimOf(sheet: StoredSheet, row: Made<typeof handoverUnit>, day: string, today: string) {
  const random = randomOf(`claim ${sheet._id}`);
  const age = daysBetween(day, today);
  const line = random.pick(sheet.lines);
  if (row.status !== 'HANDED_OVER' || age < 40 || !line || !random.chance(0.17)) return null;
  const foundOn = addDays(day, random.int(30, Math.min(age, 300)));
  const repaired = daysBetween(foundOn, today) > 20;
  return {
    phase: 'WARRANTY' as const,
    roomId: line.roomId,
    itemId: line.itemId,
    roomText: `${line.room} · ${line.item}`,
    description: random.pick(CLAIMS),
    category: 'OTHER' as const,
    foundOn,
    dueOn: addDays(foundOn, 30),
    warrantyUntil: line.warrantyUntil,
    status: repaired ? ('REPAIRED' as const) : ('NOT_REPAIRED' as const),
    closed: repaired,
    ...(repaired && {
      repairedOn: addDays(foundOn, random.int(3, 14)),
      confirmedOn: addDays(foundOn, 16),
      confirmedBy: 'RESIDENT' as const,
    }),
  };
}
const CLAIMS = ['Thấm nước khi mưa to', 'Bản lề bị xệ', 'Đèn chập chờn', 'Vòi rỉ nước', 'Gạch bị bong'];

/** The defects that the sheets found: those of long ago are confirmed, of the newest some are open, late or to be confirmed. */
export function defectsOf(
  site: Site,
  sheets: readonly StoredSheet[],
  appointments: readonly Made<typeof handoverSchedule>[],
  rows: readonly Made<typeof handoverUnit>[],
  contractors: readonly string[],
  now: Date,
): Made<typeof handoverDefect>[] {
  const today = dayOf(now, VIETNAM);
  const [id, code] = [idsOf('handover-defect', site.key), codesOf('LB')];
  const employeeId = idsOf('employee', site.key);
  const appointmentOf = new Map(appointments.map(one => [one._id, one]));
  const rowOf = new Map(rows.map(row => [row._id, row]));
  let n = 0;
  return sheets.flatMap(sheet => {
    const appointment = appointmentOf.get(sheet.scheduleId);
    const row = rowOf.get(String(appointment?.handoverId));
    const day = sheet.editions[0]?.day;
    if (!appointment || !row || !day) return [];
    const own = sheet.lines
      .filter(({ result }) => result === 'FAIL')
      .map(line => {
        const random = randomOf(`defect ${sheet._id} ${line.key}`);
        const fresh = daysBetween(day, today) <= FRESH;
        const refused = appointment.status === 'NOT_ACCEPTED';
        const repaired = !fresh || random.chance(0.5);
        const rejected = !refused && random.chance(0.03);
        const closed = rejected || (repaired && !refused && (!fresh || random.chance(0.5)));
        const fixed = repaired && !rejected;
        const repairedOn = fixed
          ? addDays(day, random.int(2, Math.max(3, Math.min(28, daysBetween(day, today)))))
          : null;
        const dueOn = addDays(day, 30);
        const on = new Date(`${day}T03:00:00Z`);
        return recordOf(handoverDefect, site.id, id(n++), on, {
          code: code(on),
          unitId: row.unitId,
          blockId: row.blockId,
          floorId: row.floorId,
          handoverId: row._id,
          scheduleId: appointment._id,
          roomId: line.roomId,
          itemId: line.itemId,
          round: 1,
          foundOn: day,
          dueOn,
          roomText: `${line.room} · ${line.item}`,
          description: line.note ?? line.item,
          category: 'OTHER' as const,
          partnerId: random.chance(0.9) ? random.pick(contractors) : null,
          employeeId: employeeId(7 + (n % 4)),
          status: fixed ? ('REPAIRED' as const) : ('NOT_REPAIRED' as const),
          blocking: line.blocking,
          severity: line.blocking ? ('MAJOR' as const) : ('MINOR' as const),
          closed,
          rejected,
          repairedOn,
          ...(rejected && {
            rejectedAt: new Date(`${addDays(day, 2)}T04:00:00Z`),
            reason: 'Đúng theo thiết kế bàn giao',
          }),
          ...(fixed && { toldAt: new Date(`${repairedOn}T08:00:00Z`), repairNote: 'Đã xử lý' }),
          ...(closed &&
            fixed && {
              confirmedOn: addDays(String(repairedOn), 2),
              confirmedBy: random.chance(0.3) ? 'RESIDENT' : 'STAFF',
              rating: random.chance(0.5) ? random.int(3, 5) : null,
            }),
          returns: random.chance(0.05) ? 1 : 0,
          overdue: !fixed && !closed && dueOn < today,
        });
      });
    const claim = claimOf(sheet, row, day, today);
    if (claim) {
      const on = new Date(`${claim.foundOn}T05:00:00Z`);
      own.push(
        recordOf(handoverDefect, site.id, id(n++), on, {
          ...claim,
          code: code(on),
          unitId: row.unitId,
          blockId: row.blockId,
          floorId: row.floorId,
          handoverId: row._id,
          partnerId: contractors[n % contractors.length] ?? null,
          employeeId: employeeId(7 + (n % 4)),
        }),
      );
    }
    const open = own.filter(({ closed }) => !closed);
    Object.assign(row, {
      openDefects: open.length,
      repairedDefects: open.filter(({ status }) => status === 'REPAIRED').length,
      blockingDefects: open.filter(one => one.blocking && one.status === 'NOT_REPAIRED').length,
    });
    appointment.openDefects = open.length;
    if (open.length > 0 && appointment.status !== 'NOT_ACCEPTED') {
      appointment.status = 'PENDING_REPAIR';
      row.scheduleStatus = 'PENDING_REPAIR';
    }
    return own;
  });
}
