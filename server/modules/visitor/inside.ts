import { byName } from '@lobby/shared/kit/collation.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { stamp } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../kit/sheets/sheet.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const line = z.string().nullable();
const ROW = z.object({
  id: z.string(),
  name: z.string(),
  block: line,
  floor: line,
  unit: line,
  contact: line,
  /** The guest and whoever came along. */
  persons: z.int(),
  plate: line,
  enteredAt: z.iso.datetime().nullable(),
});
type Row = z.infer<typeof ROW>;
const FIELDS = { _id: 1, name: 1, unitId: 1, contactName: 1, companions: 1, plate: 1, actualInAt: 1 };

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : null);

/** Everybody who is inside as a guest or worker, by block, floor and unit: those who were only expected are not. */
async function insideNow({ projectId }: Ctx): Promise<Row[]> {
  const visits = await modelOf(visitor)
    .find({ projectId, deletedAt: null, status: 'IN_PROGRESS' }, FIELDS)
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const idsOf = (docs: Iterable<Stored>, name: string) => [...docs].flatMap(doc => textOf(doc[name]) ?? []);
  const units = await loadRefs(projectId, unit, idsOf(visits, 'unitId'));
  const [blocks, floors] = await Promise.all([
    loadRefs(projectId, block, idsOf(units.values(), 'blockId')),
    loadRefs(projectId, floor, idsOf(units.values(), 'floorId')),
  ]);
  const rows = visits.map((doc): Row => {
    const home = units.get(String(doc.unitId));
    return {
      id: doc._id,
      name: String(doc.name),
      unit: textOf(home?.code),
      contact: textOf(doc.contactName),
      block: textOf(blocks.get(String(home?.blockId))?.name),
      floor: textOf(floors.get(String(home?.floorId))?.name),
      persons: 1 + Number(doc.companions ?? 0),
      plate: textOf(doc.plate),
      enteredAt: doc.actualInAt instanceof Date ? doc.actualInAt.toISOString() : null,
    };
  });
  // Who is nowhere in particular stands last.
  const place = (row: Row) => [row.block, row.floor, row.unit, row.name];
  const order = (a: string | null, b: string | null) => (a && b ? byName(a, b) : Number(!a) - Number(!b));
  return rows.sort((a, b) => {
    const [own, other] = [place(a), place(b)];
    return own.reduce((found, value, n) => found || order(value, other[n] ?? null), 0);
  });
}

const personsOf = (rows: readonly Row[]) => rows.reduce((sum, { persons }) => sum + persons, 0);

async function* sheetOf(ctx: Ctx, rows: readonly Row[]): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, key);
  yield [
    [
      ...['unit.fields.blockId', 'unit.fields.floorId', 'visitor.fields.unitId', 'visitor.fields.name'].map(say),
      ...['visitor.fields.contactName', 'visitor.evacuation.persons', 'visitor.fields.plate'].map(say),
      ...['visitor.fields.actualInAt', 'visitor.evacuation.safe'].map(say),
    ],
  ];
  yield rows.map((row): Cell[] => [
    ...[row.block, row.floor, row.unit, row.name, row.contact, row.persons, row.plate].map(one => one ?? ''),
    row.enteredAt ? stamp(new Date(row.enteredAt), ctx.project.timeZone) : '',
    '',
  ]);
  yield [['', '', '', say('visitor.evacuation.total'), '', personsOf(rows), '', '', '']];
}

/** `/visitor/inside`: who has to be counted at the assembly point (card reception-screen). */
export const insideRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: `${visitor.path}/inside`,
    summary: 'Guests who are inside now, by block, floor and unit, and how many people they are',
    module: visitor.code,
    flags: ['read'],
    answer: z.object({ at: z.iso.datetime(), visits: z.int(), persons: z.int(), rows: z.array(ROW) }),
    async run(ctx) {
      const rows = await insideNow(ctx);
      return { at: ctx.now.toISOString(), visits: rows.length, persons: personsOf(rows), rows };
    },
  }),
  route({
    method: 'get',
    path: `${visitor.path}/inside/export`,
    summary: 'The same as a spreadsheet',
    module: visitor.code,
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { res }) {
      const rows = await insideNow(ctx);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': 'attachment; filename="inside.xlsx"' });
      await writeSheet(res, text(ctx, 'visitor.evacuation.title'), sheetOf(ctx, rows));
    },
  }),
];
