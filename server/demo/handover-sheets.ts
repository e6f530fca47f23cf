import { addMonths, dayOf, MINUTE_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { progressOf, type SheetLine } from '@lobby/shared/modules/handover-sheet.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { StoredSheet } from '../modules/handover-unit/index.ts';
import { hashOf } from '../modules/handover-unit/index.ts';
import { idsOf, type Made } from './documents.ts';
import { BLOCKING_FAULT, faultsOf, type Photos } from './handover-photos.ts';
import { handoverOfDemo } from './handover-rules.ts';
import { fullName } from './names.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

type Appointment = Made<typeof handoverSchedule>;
type Row = Made<typeof handoverUnit>;

export interface Looked {
  /** Name of the recipient of each flat. */
  names: ReadonlyMap<string, string | null>;
  photos: Photos;
  rooms: readonly Made<typeof propertyRoom>[];
  items: readonly Made<typeof propertyItem>[];
  templates: readonly Made<typeof handoverTemplate>[];
}

function linesOf({ rooms, items, templates }: Looked, templateId: unknown): SheetLine[] {
  const template = templates.find(({ _id }) => _id === templateId) ?? templates.at(-1);
  const roomOf = new Map(rooms.map(room => [room._id, room]));
  const itemOf = new Map(items.map(item => [item._id, item]));
  return (template?.lines ?? []).map(({ roomId, itemId, quantity, required }, n) => {
    const item = itemOf.get(itemId ?? '');
    return {
      key: `l${n + 1}`,
      extra: false,
      roomId,
      itemId,
      room: String(roomOf.get(roomId ?? '')?.name ?? ''),
      item: String(item?.name ?? ''),
      unitName: item?.unitName ?? null,
      checks: [],
      quantity: quantity ?? 1,
      required,
      warrantyMonths: item?.warrantyMonths ?? null,
      quantityFound: quantity ?? 1,
      result: null,
      blocking: false,
      serial: null,
      note: null,
      images: [],
      warrantyUntil: null,
      by: null,
      at: null,
      part: null,
      other: null,
    };
  });
}

/**
 * Sheet of an appointment that has begun: all lines are inspected once it is over, two thirds while it is in progress.
 */
function sheetOf(id: string, projectId: string, appointment: Appointment, row: Row, looked: Looked): StoredSheet {
  const random = randomOf(`sheet ${appointment._id}`);
  const refused = appointment.status === 'NOT_ACCEPTED';
  const over = appointment.status === 'COMPLETE' || refused;
  const at = appointment.scheduledAt?.toISOString() ?? null;
  const by = appointment.employeeId;
  const day = dayOf(appointment.scheduledAt ?? new Date(0), VIETNAM);
  const all = linesOf(looked, row.templateId);
  const until = over ? all.length : Math.round(all.length * 0.66);
  const found = appointment.scheduledAt ?? new Date(0);
  const lines = all.map((line, n): SheetLine => {
    if (n >= until) return line;
    const blocking = refused && n === 3;
    const fails = blocking || (over ? random.chance(0.03) : n === 5 || n === 17);
    const [note, photo] = blocking ? BLOCKING_FAULT : random.pick(faultsOf(line.item));
    // One photo per fault, three on the sheet in progress.
    const shown = fails ? Array.from({ length: over ? 1 : 3 }, (_, at) => `p${n}-${at}-demo`) : [];
    const of = { entity: 'handover-sheet', id: appointment._id };
    return {
      ...line,
      by,
      at,
      part: `demo-${n}`,
      result: fails ? 'FAIL' : 'PASS',
      blocking,
      note: fails ? note : null,
      images: shown.map(key => ({ key, file: looked.photos.add(photo, of, found) })),
      warrantyUntil: over && !refused && line.warrantyMonths ? addMonths(day, line.warrantyMonths) : null,
    };
  });
  const wrote = { by: over ? by : null, at: over ? at : null, part: over ? 'demo' : null };
  const meters = handoverOfDemo.meters.map(({ name, unitName }, n) => ({
    key: `m${n + 1}`,
    name,
    unitName,
    value: over ? random.int(0, 40) / 2 : null,
    images: [],
    ...wrote,
  }));
  const things = handoverOfDemo.things.map(({ name, number }, n) => ({
    key: `t${n + 1}`,
    name,
    usual: number,
    number: over ? number : null,
    note: null,
    ...wrote,
  }));
  const parts = { lines, meters, things };
  const result = refused
    ? 'NOT_ACCEPTED'
    : lines.some(line => line.result === 'FAIL')
      ? 'ACCEPTED_WITH_DEFECTS'
      : 'ACCEPTED';
  const reason = refused ? appointment.reason : null;
  const edition = { at: appointment.scheduledAt ?? new Date(0), by, reason, result, day, parts };
  const signed = { at: edition.at.toISOString(), hash: hashOf(parts, null), by: by ?? '' };
  return {
    _id: id,
    scheduleId: appointment._id,
    projectId,
    revision: 1,
    seen: [],
    signatures: { owner: over && !refused ? signed : null, employee: over ? signed : null },
    ...parts,
    editions: over ? [edition] : [],
  };
}

/** Inspections end up to 22 minutes before the planned end. */
const endOf = ({ _id, endAt }: Appointment): Date | null =>
  endAt && new Date(endAt.getTime() - randomOf(`took ${_id}`).int(0, 22) * MINUTE_MS);

/** Sheets of the appointments that have begun; sets the results on the appointments and their rows. */
export function sheetsOf(
  { id: projectId, key }: Pick<Site, 'id' | 'key'>,
  appointments: readonly Appointment[],
  rows: readonly Row[],
  looked: Looked,
) {
  const idOf = idsOf('handover-sheet', key);
  let made = 0;
  const rowOf = new Map(rows.map(row => [row._id, row]));
  return appointments.flatMap(appointment => {
    const row = rowOf.get(String(appointment.handoverId));
    const refused = appointment.status === 'NOT_ACCEPTED';
    const over = appointment.status === 'COMPLETE' || refused;
    const begun = over || appointment.status === 'PENDING_ACCEPTANCE';
    if (!row || !begun) return [];
    const sheet = sheetOf(idOf(made++), projectId, appointment, row, looked);
    const untils = sheet.lines.flatMap(line => line.warrantyUntil ?? []).toSorted();
    const sign = (name: string) =>
      looked.photos.add(name, { entity: 'handover-schedule', id: appointment._id }, appointment.endAt ?? new Date(0));
    Object.assign(appointment, progressOf(sheet), {
      ...(over && {
        acceptance: sheet.editions[0]?.result,
        finishedAt: endOf(appointment),
        identityChecked: true,
        presentName: looked.names.get(row.unitId) ?? fullName(randomOf(`present ${row._id}`), 'male'),
        presentRelation: looked.names.get(row.unitId) ? null : 'Người được uỷ quyền',
        employeeSignature: [sign('ky-2.png')],
      }),
      ...(over && !refused && { ownerSignature: [sign('ky-1.png')] }),
    });
    if (over && !refused) row.warrantyUntil = untils.at(-1) ?? null;
    return [sheet];
  });
}
