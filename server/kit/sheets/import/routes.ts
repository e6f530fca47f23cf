import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { fail, failFields, Refusal } from '../../base/errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Behaviour, ImportRow } from '../../records/behaviour.ts';
import { noteImport } from '../../records/lists/probe-limits.ts';
import { retryOnConflict } from '../../store/save.ts';
import { XLSX } from '../export.ts';
import { isBlank, type SheetRow } from './cells.ts';
import { checkRows, isGood } from './check-rows.ts';
import { fillable } from './columns.ts';
import { keepColumns, keptColumns } from './kept-columns.ts';
import { writeMarked } from './marked-file.ts';
import { keysOfImport } from './match-existing.ts';
import { buildPreview, previewSchema } from './preview.ts';
import { MOST_ROWS, readBook } from './read-book.ts';
import { rehearse } from './rehearse.ts';
import { storeRows } from './store-rows.ts';
import { tableOf } from './table.ts';
import { writeTemplate } from './template.ts';

const mapping = z.strictObject({
  /** Columns mapped by hand, as in `map[B]=code`; empty for an ignored column. */
  map: z.record(z.string().regex(/^[A-Z]{1,2}$/, 'INVALID'), z.string().max(60)).default({}),
  /** Whether rows that match existing records are errors or update them. */
  existing: z.enum(['refuse', 'update']).default('refuse'),
});

/** Whether rows with errors stop the import or are left out. */
const storing = mapping.extend({ faulty: z.enum(['refuse', 'leave']).default('refuse') });

/** `left`: number of rows left out. */
const imported = z.object({ created: z.int(), updated: z.int(), left: z.int(), run: z.string() });
/** Limit of rounds: rows left out may invalidate others that refer to them. */
const MOST_ROUNDS = 5;

/**
 * `GET /import/template`, `POST /import/preview`, `/import/marked` (the file with its errors marked) and `POST /import`:
 * stores all rows or none (domain.md 14), unless only good rows are requested. The file is sent as multipart field `files`,
 * for the preview and again for the import; in between only the column choices are stored. `store` replaces the way rows are
 * stored, where several make one record.
 */
export function importRoutes(definition: Definition, behaviour: Behaviour, store = storeRows): Route[] {
  const common = { module: definition.code, flags: ['write'] as const };
  const upload = { ...common, method: 'post', upload: true, query: mapping } as const;
  const path = `${definition.path}/import`;
  const read = async (ctx: Ctx, input: Given) => checkedFile(ctx, definition, behaviour, input);
  /** The same, plus refusals of the work itself, if each row makes a record. */
  const readAll = async (ctx: Ctx, input: Given) => {
    const file = await read(ctx, input);
    if (store === storeRows) await rehearse(ctx, definition, behaviour, file.rows);
    return file;
  };
  const maySplit = (file: CheckedFile) => store === storeRows && file.hidden.size === 0;
  /** The rows that can be stored without the faulty ones. The remaining rows are checked again as a file of their own. */
  const leaveFaulty = async (ctx: Ctx, file: CheckedFile) => {
    let { rows } = file;
    for (let n = 0; n < MOST_ROUNDS && !(n > 0 && rows.every(isGood)); n++) {
      rows = await file.check(rows.filter(isGood));
      await rehearse(ctx, definition, behaviour, rows);
    }
    return rows;
  };
  return [
    route({
      ...common,
      method: 'get',
      path: `${path}/template`,
      summary: `A spreadsheet to fill with ${definition.name}s`,
      answer: XLSX,
      run: (ctx, { res }) => writeTemplate(ctx, definition, res),
    }),
    route({
      ...upload,
      path: `${path}/preview`,
      summary: `What an import of ${definition.name}s would make, and its faults by cell`,
      answer: previewSchema,
      status: 200,
      run: async (ctx, input) => {
        const file = await readAll(ctx, input);
        const { head, rows, sheet, hidden } = file;
        return { ...(await buildPreview(ctx, definition, head, rows, sheet, hidden)), splits: maySplit(file) };
      },
    }),
    route({
      ...upload,
      path: `${path}/marked`,
      summary: `The file of an import of ${definition.name}s with its faults marked`,
      answer: XLSX,
      status: 200,
      run: async (ctx, input) => {
        const { head, rows, sheet, hidden } = await readAll(ctx, input);
        await writeMarked(ctx, definition, head, rows, sheet, hidden, input.res);
      },
    }),
    route({
      ...upload,
      query: storing,
      path,
      summary: `Import ${definition.name}s, all rows or none; those without faults alone where that is asked for`,
      creates: true,
      answer: imported,
      run: async (ctx, input) => {
        return retryOnConflict(async () => {
          const file = await read(ctx, input);
          const isSplit = input.query.faulty === 'leave' && maySplit(file);
          const rows = isSplit ? await leaveFaulty(ctx, file) : file.rows;
          const meant = rows.length > 0 ? rows : file.rows;
          // Rehearsed, so that rows refused by the work itself are counted as in the preview.
          if (store === storeRows && !meant.every(isGood)) await rehearse(ctx, definition, behaviour, meant);
          assertNoFaults(meant);
          await keepColumns(ctx, definition, file.head, input.query.map);
          const left = file.rows.length - rows.length;
          return store(ctx, definition, behaviour, rows, left).catch(async error => {
            // Nothing was stored: a rehearsal finds the faulty rows, as in the preview.
            if (error instanceof Refusal && store === storeRows) await rehearse(ctx, definition, behaviour, rows);
            assertNoFaults(rows);
            throw error;
          });
        });
      },
    }),
  ];
}

function assertNoFaults(rows: readonly ImportRow[]): void {
  const bad = rows.filter(row => !isGood(row)).length;
  if (bad > 0) fail('IMPORT_HAS_FAULTS', { count: bad });
}

interface Given {
  query: z.output<typeof mapping>;
  req: Request;
  res: Response;
}

type CheckedFile = Awaited<ReturnType<typeof checkedFile>>;

async function checkedFile(ctx: Ctx, definition: Definition, behaviour: Behaviour, { query, req, res }: Given) {
  const file = fileOf(req);
  const fields = new Set(['', ...fillable(definition).map(([name]) => name)]);
  for (const [column, field] of Object.entries(query.map))
    if (!fields.has(field)) failFields({ [`map.${column}`]: { code: 'CHOICE_INVALID' } });
  // Aborts the work when the client disconnects; nothing is written before all checks are done.
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const sheets = await readBook(file, gone.signal, ctx.userId);
  const remembered = await keptColumns(ctx, definition);
  const { head, rows: sheet } = tableOf(ctx, definition, sheets, { map: query.map, kept: remembered });
  const body = sheet.filter(row => row.row > head.row && row.cells.some(cell => !isBlank(cell)));
  const updates = query.existing === 'update' && keysOfImport(definition).length > 0;
  if (body.length > MOST_ROWS) fail('IMPORT_TOO_MANY_ROWS', { max: MOST_ROWS });
  const filled = head.columns.map(({ field }) => field);
  const hidden = await noteImport(ctx, definition, filled, body.length);
  const look = (some: readonly SheetRow[]) =>
    checkRows(ctx, definition, behaviour, some, head, { known: updates, hidden, signal: gone.signal });
  return {
    sheet,
    head,
    hidden,
    rows: await look(body),
    /** Checks some of the rows as if they were the whole file. */
    check: (rows: readonly ImportRow[]) => {
      const numbers = new Set(rows.map(({ row }) => row));
      return look(body.filter(({ row }) => numbers.has(row)));
    },
  };
}

function fileOf(req: Request): Buffer {
  const [file, ...others] = Array.isArray(req.files) ? req.files : [];
  if (!file) return failFields({ files: { code: 'REQUIRED' } });
  if (others.length > 0) return failFields({ files: { code: 'TOO_MANY', params: { max: 1 } } });
  return file.buffer;
}
