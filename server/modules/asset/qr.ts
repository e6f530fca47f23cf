import { idSchema } from '@lobby/shared/kit/schema.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { create as codeOf } from 'qrcode';
import { z } from 'zod';
import { type Budget, createBudget } from '../../kit/base/budget.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { placeCode } from '../../kit/http/guest-link.ts';
import { isDirectLoopback } from '../../kit/http/origin.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf, type Sheet } from '../../kit/paper/pdf.ts';
import { load } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projectOf } from '../../platform/projects/projects.ts';

const TOKEN = /^a([0-9a-f]{24})([0-9a-f]{24})\.(\d{1,6})\.([\w-]{16})$/;
const signatureOf = ({ projectId, _id }: Pick<Stored, 'projectId' | '_id'>, version: number): string =>
  placeCode(String(projectId), `asset ${_id} ${version}`);

/** What stands behind the code that is stuck on a thing. */
const tokenOf = (doc: Stored): string => {
  const version = Number(doc.qrVersion ?? 1);
  return `a${doc.projectId}${doc._id}.${version}.${signatureOf(doc, version)}`;
};

/** How often an address may ask: guessing is not worth it. */
const CALLS: Budget = { burst: 60, perSecond: 1 };
const budget = createBudget();

const word = (value: unknown) => (typeof value === 'string' && value ? value : null);
const line = z.string().nullable();

const facts = route({
  method: 'get',
  path: '/q/:token',
  summary: 'What stands on a thing that carries a code: what and where it is, and how its upkeep stands',
  module: asset.code,
  audience: 'public',
  residents: false,
  pace: 'open',
  params: z.strictObject({ token: z.string().max(100) }),
  answer: z.object({
    ...{ id: z.string(), projectId: z.string(), project: z.string(), hotline: line },
    ...{ name: z.string(), code: z.string(), status: z.string(), place: line },
    ...{ lastMaintenanceDate: line, nextMaintenanceDate: line, dueStatus: z.string() },
  }),
  async run(_ctx, { params, req, res }) {
    const seconds = isDirectLoopback(req) ? 0 : budget.take(`qr ${req.ip}`, CALLS);
    if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
    const [, projectId, _id, version = '', signed] = TOKEN.exec(params.token) ?? [];
    const own = { projectId, _id, deletedAt: null };
    const doc = _id ? await modelOf(asset).findOne(own).maxTimeMS(2000).lean<Stored>() : null;
    if (!doc || signed !== signatureOf(doc, Number(version))) return fail('NOT_FOUND');
    const project = await projectOf(doc.projectId);
    if (Number(version) !== Number(doc.qrVersion ?? 1)) fail('LINK_OVER', { hotline: project?.hotline || '-' });
    res.set({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-store' });
    const placeId = word(doc.placeId);
    const at = placeId ? (await loadRefs(doc.projectId, place, [placeId])).get(placeId) : undefined;
    return {
      ...{ id: doc._id, projectId: doc.projectId, project: project?.name ?? '', hotline: word(project?.hotline) },
      ...{ name: String(doc.name), code: String(doc.code), status: String(doc.status) },
      place: word(at?.name) ?? word(doc.placeText),
      ...{ lastMaintenanceDate: word(doc.lastMaintenanceDate), nextMaintenanceDate: word(doc.nextMaintenanceDate) },
      dueStatus: String(doc.dueStatus ?? 'NONE'),
    };
  },
});

const QUIET = 2;
const LAYOUTS = { 24: { columns: 3, rows: 8 }, 40: { columns: 4, rows: 10 } } as const;
const EDGE = 24;

/** One label: the code at the left, name and number beside it. */
function drawLabel(sheet: Sheet, doc: Stored, link: string, x: number, y: number, width: number, height: number) {
  const { size, data } = codeOf(link, { errorCorrectionLevel: 'M' }).modules;
  const side = Math.min(height - 8, width * 0.45);
  const dark = (row: number, column: number) => {
    const [r, c] = [row - QUIET, column - QUIET];
    return r >= 0 && c >= 0 && r < size && c < size && data[r * size + c] === 1;
  };
  sheet.squares(dark, size + 2 * QUIET, x + 4, y + 4, side);
  const [left, room] = [x + side + 8, width - side - 12];
  sheet.text(String(doc.code), left, y + 16, { size: 9, weight: 700 });
  for (const [n, line] of sheet.lines(String(doc.name), room, { size: 8 }).slice(0, 4).entries())
    sheet.text(line, left, y + 28 + n * 10, { size: 8 });
}

const sheetRoute = route({
  method: 'get',
  path: `${asset.path}/qr-sheet`,
  summary: 'Labels with the codes of assets, for a printer',
  module: asset.code,
  flags: ['read'],
  query: z.strictObject({
    ids: z.array(idSchema).min(1).max(200),
    layout: z.enum(['24', '40']).default('24'),
  }),
  answer: 'application/pdf',
  async run(ctx, { query, res }) {
    const docs: Stored[] = [];
    for (const id of query.ids) docs.push(await load(ctx, asset, id));
    const { columns, rows } = LAYOUTS[query.layout];
    const [width, height] = [(A4.width - 2 * EDGE) / columns, (A4.height - 2 * EDGE) / rows];
    const home = `${res.req.protocol}://${res.req.get('host') ?? 'localhost'}/resident/q#`;
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="qr.pdf"' });
    const pdf = openPdf(res, text(ctx, 'asset.qr.title'));
    for (let first = 0; first < docs.length; first += columns * rows)
      await pdf.page(ctx.language, sheet => {
        for (const [n, doc] of docs.slice(first, first + columns * rows).entries()) {
          const [x, y] = [EDGE + (n % columns) * width, EDGE + Math.floor(n / columns) * height];
          drawLabel(sheet, doc, home + tokenOf(doc), x, y, width, height);
        }
      });
    await pdf.close();
  },
});

const tokenRoute = route({
  method: 'get',
  path: `${asset.path}/:id/qr`,
  summary: 'What the code of an asset says',
  module: asset.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ token: z.string() }),
  run: async (ctx, { params }) => ({ token: tokenOf(await load(ctx, asset, params.id)) }),
});

export const qrRoutes: readonly Route[] = [sheetRoute, tokenRoute, facts];
