import { createHash } from 'node:crypto';
import { meetingQuorum } from '@lobby/shared/modules/conference.contract.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { metresOf } from '@lobby/shared/modules/conference-math.ts';
import { conferenceTotals, doorList, findConferenceUnits } from '@lobby/shared/modules/conference-unit.contract.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { placeCode } from '../../../kit/http/guest-link.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { present } from '../../../kit/records/present.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { heldWith } from '../answers/answers.ts';
import { quorumOf } from '../answers/counts.ts';
import { loadRows } from './electorate.ts';

/** Maximum rows of a search at the desk. */
const MOST = 20;

/** QR text of a unit's pass: the row id and a signature of this server. */
export const passText = ({ _id, projectId, conferenceId }: Doc<typeof conferenceUnit>): string =>
  `HN:${_id}:${placeCode(projectId, `${conferenceId}/${_id}`)}`;

/** The row of a pass; throws if the pass is forged or belongs to another meeting. */
async function rowOfPass(
  ctx: Ctx,
  conferenceId: string,
  code: string,
): Promise<Doc<typeof conferenceUnit> | undefined> {
  const [, id = '', sign = ''] = /^HN:([0-9a-f]{24}):([\w-]{16})$/.exec(code) ?? [];
  if (!id) return undefined;
  const [row] = await loadRows(ctx, { conferenceId, _id: id });
  return row && sign === passText(row).split(':')[2] ? row : fail('CONFERENCE_CODE_UNKNOWN');
}

/** Rows of owners whose phone number ends with these digits. */
async function rowsByPhone(ctx: Ctx, conferenceId: string, code: string): Promise<Doc<typeof conferenceUnit>[]> {
  if (!/^\d{4}$/.test(code)) return [];
  const query = await joinedQuery(resident, { q: code }, ctx, {});
  const owners = await records(resident).find(ctx, query, { only: ['_id'], limit: MOST, patience: 2000 });
  return owners.length > 0 ? loadRows(ctx, { conferenceId, ownerId: { $in: owners.map(({ _id }) => _id) } }) : [];
}

/** Rows of a person at the desk, found by pass, six-digit code, unit, name, or end of the phone number. */
async function findRows(ctx: Ctx, conferenceId: string, code: string): Promise<Doc<typeof conferenceUnit>[]> {
  const pass = await rowOfPass(ctx, conferenceId, code);
  if (pass) return heldWith(ctx, pass);
  const home = await records(unit).first(ctx, { code: code.toUpperCase() });
  const exact = await loadRows(ctx, {
    conferenceId,
    ...(/^\d{6}$/.test(code) ? { code6: code } : { unitId: home?._id ?? '' }),
  });
  if (exact[0]) return heldWith(ctx, exact[0]);
  const called = await rowsByPhone(ctx, conferenceId, code);
  if (called[0]) return called.length === 1 ? heldWith(ctx, called[0]) : called;
  const query = await joinedQuery(conferenceUnit, { conferenceId: { in: [conferenceId] }, q: code }, ctx, {});
  const rows = await records(conferenceUnit).find(ctx, query, { sort: { place: 1 }, limit: MOST, patience: 2000 });
  if (rows.length === 0) fail('CONFERENCE_CODE_UNKNOWN');
  return rows.length === 1 && rows[0] ? heldWith(ctx, rows[0]) : rows;
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Hashes of the row's holders: rows with a common hash belong to the same person. */
function holdersOf({
  conferenceId,
  attendance,
  representativeId,
  proxyKey,
  ownerId,
}: Doc<typeof conferenceUnit>): string[] {
  const held = attendance === 'AUTHORIZED' ? [representativeId, proxyKey] : [ownerId];
  return held.filter(Boolean).map(text => sha(`${conferenceId} ${text}`).slice(0, 16));
}

/** Attendance list for offline desks: who comes, and the hash of each pass. */
async function loadDoor(ctx: Ctx, conferenceId: string) {
  const rows = await loadRows(ctx, { conferenceId });
  const idsOf = (name: 'unitId' | 'ownerId' | 'checkedInBy') => rows.flatMap(row => row[name] ?? []);
  const [homes, owners, staff] = await Promise.all([
    loadRefs(ctx.projectId, unit, idsOf('unitId')),
    loadRefs(ctx.projectId, resident, idsOf('ownerId')),
    loadRefs(ctx.projectId, employee, [...new Set(idsOf('checkedInBy'))]),
  ]);
  return rows
    .toSorted((a, b) => ((a.place ?? '') < (b.place ?? '') ? -1 : 1))
    .map(row => ({
      id: row._id,
      unitId: row.unitId ?? '',
      unit: homes.get(row.unitId ?? '')?.code ?? '',
      owner: owners.get(row.ownerId ?? '')?.name ?? '',
      representative: row.attendance === 'AUTHORIZED' ? (row.representativeName ?? '') : null,
      weight: row.weight,
      attendance: row.attendance,
      code6: row.code6 ?? '',
      pass: sha(passText(row)),
      holders: holdersOf(row),
      checkIn: row.checkIn,
      checkedInAt: row.checkedInAt?.toISOString() ?? null,
      desk: row.desk ?? null,
      by: staff.get(row.checkedInBy ?? '')?.name ?? null,
    }));
}

export const deskRoutes: readonly Route[] = [
  route(findConferenceUnits, {
    flags: ['read'],
    async run(ctx, { query: { conferenceId, code } }) {
      const rows = await findRows(ctx, conferenceId, code);
      return rows.map(row => present(conferenceUnit, ctx.projectId, row, 'staff'));
    },
  }),
  route(conferenceTotals, {
    flags: ['read'],
    async run(ctx, { query }) {
      const where = await joinedQuery(conferenceUnit, query.filter, ctx, await loadScope(ctx, conferenceUnit));
      const [sum] = await records(conferenceUnit).aggregate<{ heads: number; hundredths: number }>(
        ctx,
        where,
        [{ $group: { _id: null, heads: { $sum: 1 }, hundredths: { $sum: '$hundredths' } } }],
        2000,
      );
      return { heads: sum?.heads ?? 0, weight: metresOf(sum?.hundredths ?? 0) };
    },
  }),
  route(doorList, {
    flags: ['updateStatus'],
    async run(ctx, { query: { conferenceId } }) {
      const meeting = await load(ctx, conference, conferenceId);
      return loadDoor(ctx, meeting._id);
    },
  }),
  route(meetingQuorum, {
    flags: ['read'],
    residents: true,
    run: async (ctx, { params: { id } }) => quorumOf(ctx, await load(ctx, conference, id)),
  }),
];
