import { daysBetween } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { CARE } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import {
  technicalDue,
  technicalDueQuery,
  type technicalDueRow,
} from '@lobby/shared/modules/technical-system.contract.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { DUE_STATUSES } from '@lobby/shared/modules/upkeep.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { db } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../kit/sheets/sheet.ts';
import { type Doc, type Loaded, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { collectionOf } from '../../kit/store/schema.ts';

/** Systems and devices are loaded together: a building has some hundreds. */
const DEFINITIONS = [technicalSystem, device] as const;
type Row = z.output<typeof technicalDueRow>;

function rowOfThing(
  kind: keyof typeof CARE,
  of: Row['of'],
  doc: Doc<typeof technicalSystem> | Doc<typeof device>,
  today: string,
): Row {
  const { last, next, due, contractor } = CARE[kind];
  const at = doc[next];
  return {
    id: doc._id,
    of,
    version: doc.version,
    code: doc.code,
    name: doc.name,
    systemId: 'systemId' in doc ? doc.systemId : doc._id,
    groupId: null,
    placeId: doc.placeId,
    managerId: doc.managerId,
    contractorId: doc[contractor],
    last: doc[last],
    next: at,
    daysLeft: at ? daysBetween(today, at) : null,
    due: doc[due],
  };
}

/** Group of each system. */
async function loadGroups(ctx: Ctx): Promise<Map<string, string>> {
  const systems = await records(technicalSystem).find(ctx, {}, { only: ['groupId'] });
  return new Map(systems.map(({ _id, groupId }) => [_id, groupId]));
}

/** Filter choices: names that occur in the list. */
async function loadChoices(ctx: Ctx, rows: readonly Row[]) {
  const named = async (definition: Definition, ids: readonly (string | null)[]) => {
    const refs = await loadRefs(ctx.projectId, definition, [...new Set(ids.filter(id => id !== null))]);
    return [...refs.values()]
      .map(({ _id: id, name }) => ({ id, name: String(name) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'vi'));
  };
  return {
    groupId: await named(
      systemGroup,
      rows.map(row => row.groupId),
    ),
    contractorId: await named(
      partner,
      rows.map(row => row.contractorId),
    ),
    managerId: await named(
      employee,
      rows.map(row => row.managerId),
    ),
  };
}

const isNamed = (row: Row, words: string): boolean => fold(`${row.code} ${row.name}`).includes(fold(words));

/** Systems and devices with a date or cycle of a kind, by next date. */
async function dueThings(ctx: Ctx, kind: keyof typeof CARE): Promise<Row[]> {
  const { cycle, next } = CARE[kind];
  const query = {
    projectId: ctx.projectId,
    deletedAt: null,
    status: { $nin: ['IN_STOCK', 'STOP_USING'] },
    $or: [{ [next]: { $type: 'string' } }, { [cycle]: { $type: 'number' } }],
  };
  const today = todayOf(ctx);
  const byKind = await Promise.all(
    DEFINITIONS.map(async definition => {
      const docs = await db()
        .collection<Loaded<typeof definition>>(collectionOf(definition))
        .find(query)
        .maxTimeMS(2000)
        .toArray();
      return docs.map(doc => rowOfThing(kind, definition.name, doc, today));
    }),
  );
  const late = '9999';
  const groups = await loadGroups(ctx);
  return byKind
    .flat()
    .map(row => ({ ...row, groupId: groups.get(row.systemId) ?? null }))
    .sort((a, b) => (a.next ?? late).localeCompare(b.next ?? late) || a.code.localeCompare(b.code));
}

type Filter = Pick<z.output<typeof technicalDueQuery>, 'q' | 'filter'>;
/** Rows that pass the filters, in any tab. */
function narrowed(rows: readonly Row[], { q, filter }: Filter): Row[] {
  const fits = (ids: readonly string[] | undefined, id: string | null) => !ids || (id !== null && ids.includes(id));
  return rows.filter(
    row =>
      fits(filter.managerId, row.managerId) &&
      fits(filter.contractorId, row.contractorId) &&
      fits(filter.groupId, row.groupId) &&
      (!filter.month || row.next?.startsWith(filter.month)) &&
      (!q || isNamed(row, q)),
  );
}
const inTab = (rows: readonly Row[], { due }: Filter['filter']) =>
  due ? rows.filter(row => due.includes(row.due)) : [...rows];

const COLUMNS = [
  'fields.code',
  'due.thing',
  'name',
  'due.place',
  'due.last',
  'due.next',
  'due.days',
  'due.contractor',
  'due.due',
] as const;

async function* sheetOf(ctx: Ctx, kind: keyof typeof CARE, rows: readonly Row[]): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `${technicalSystem.name}.${key}`);
  const named = async (definition: Definition, ids: readonly (string | null)[]) => {
    const refs = await loadRefs(ctx.projectId, definition, [...new Set(ids.filter(id => id !== null))]);
    return (id: string | null) => (id && refs.has(id) ? String(refs.get(id)?.[definition.title] ?? '') : '');
  };
  const [system, where, firm] = await Promise.all([
    named(
      technicalSystem,
      rows.map(row => row.systemId),
    ),
    named(
      place,
      rows.map(row => row.placeId),
    ),
    named(
      partner,
      rows.map(row => row.contractorId),
    ),
  ]);
  yield [COLUMNS.map(say)];
  yield rows.map(row => [
    row.code,
    row.name,
    system(row.systemId),
    where(row.placeId),
    row.last ? dayWords(row.last) : '',
    row.next ? dayWords(row.next) : '',
    row.daysLeft,
    firm(row.contractorId),
    text(ctx, `${technicalSystem.name}.options.${CARE[kind].due}.${row.due}`),
  ]);
}

/** `GET /technical-due/export`: all pages of the list as a spreadsheet. */
export const dueExport: Route = route({
  method: 'get',
  path: '/technical-due/export',
  summary: 'Systems and devices by the next date of a kind, as a spreadsheet',
  module: technicalSystem.code,
  flags: ['export'],
  query: technicalDueQuery.omit({ page: true, limit: true }),
  answer: XLSX,
  async run(ctx, { query: { kind, ...query }, res }) {
    const rows = inTab(narrowed(await dueThings(ctx, kind), query), query.filter);
    const name = `${kind.toLowerCase()}-${todayOf(ctx)}.xlsx`;
    res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${name}"` });
    await writeSheet(res, text(ctx, `${technicalSystem.name}.parts.${kind}`), sheetOf(ctx, kind, rows));
  },
});

/** `GET /technical-due`: systems and devices with their maintenance or inspection dates, in one list. */
export const dueRoute: Route = route(technicalDue, {
  flags: ['read'],
  async run(ctx, { query: { kind, q, page, limit, filter }, res }) {
    const whole = await dueThings(ctx, kind);
    const all = narrowed(whole, { q, filter });
    const counts = Object.fromEntries([
      ...DUE_STATUSES.map(due => [due, all.filter(row => row.due === due).length] as const),
      ['all', all.length],
    ]);
    const wanted = inTab(all, filter);
    const offset = (page - 1) * limit;
    const rows = wanted.slice(offset, offset + limit);
    res.set('Content-Range', contentRange(offset, rows.length, wanted.length));
    return { rows, counts, choices: await loadChoices(ctx, whole) };
  },
});
