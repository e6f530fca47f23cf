import { idSchema } from '@lobby/shared/kit/schema.ts';
import { assetPage } from '@lobby/shared/modules/asset.contract.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { place } from '@lobby/shared/modules/location.ts';
import type { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import { create as codeOf } from 'qrcode';
import { z } from 'zod';
import { type Budget, createBudget } from '../../kit/base/budget.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { placeCode } from '../../kit/http/guest-link.ts';
import { addressOf, isDirectLoopback } from '../../kit/http/origin.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf, type Sheet } from '../../kit/paper/pdf.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type Loaded, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { excerptOf } from '../../platform/notifications/notifications.ts';
import { loadProject, type Project, settingsOf } from '../../platform/projects/projects.ts';
import { loadWorks } from '../maintenance/repair/index.ts';

/** Definitions that have QR codes, by the first letter of the token. */
const THINGS = { a: asset, d: device } as const;
type Thing = (typeof THINGS)[keyof typeof THINGS];
const TOKEN = /^([ad])([0-9a-f]{24})([0-9a-f]{24})\.(\d{1,6})\.([\w-]{16})$/;
const signatureOf = (
  { name }: Thing,
  { projectId, _id }: Pick<Loaded<Thing>, 'projectId' | '_id'>,
  version: number,
): string => placeCode(projectId, `${name} ${_id} ${version}`);

/** Token in the QR code of an asset or device. */
const tokenOf = (thing: Thing, doc: Loaded<Thing>): string => {
  const version = doc.qrVersion;
  const letter = thing === asset ? 'a' : 'd';
  return `${letter}${doc.projectId}${doc._id}.${version}.${signatureOf(thing, doc, version)}`;
};

/** Resolves a QR token; throws if it is unknown or was printed before the last renewal. */
export async function loadByToken(token: string): Promise<{ thing: Thing; doc: Loaded<Thing>; project: Project }> {
  const [, letter, projectId = '', _id, version = '', signed] = TOKEN.exec(token) ?? [];
  const thing = letter === 'd' ? THINGS.d : THINGS.a;
  const doc = _id ? await records(thing).get({ projectId }, _id) : null;
  const project = doc && (await loadProject(doc.projectId));
  if (!doc || !project || signed !== signatureOf(thing, doc, Number(version))) return fail('NOT_FOUND');
  if (Number(version) !== doc.qrVersion) fail('LINK_OVER', { hotline: project.hotline || '-' });
  return { thing, doc, project };
}

/** Rate limit per IP address against guessing tokens. */
const CALLS: Budget = { burst: 60, perSecond: 1 };
const budget = createBudget();

export async function loadFaults(ctx: Ctx, thing: Thing, { _id }: Loaded<Thing>): Promise<Doc<typeof maintenance>[]> {
  const works = await loadWorks(ctx, thing === asset ? { assetId: _id } : { deviceId: _id }, OPEN_WORKS);
  return works.filter(({ kind }) => kind === 'CORRECTIVE');
}

/** `GET /q/:token`: public information for whoever scans the code. */
export const factsRoute = route(assetPage, {
  audience: 'public',
  residents: false,
  pace: 'open',
  async run(nobody, { params, req, res }) {
    const seconds = isDirectLoopback(req) ? 0 : budget.take(`qr ${req.ip}`, CALLS);
    if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
    const { thing, doc, project } = await loadByToken(params.token);
    res.set({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-store' });
    const faults = await loadFaults(systemCtx(settingsOf(project), nobody.now), thing, doc);
    const { placeId } = doc;
    const at = placeId ? (await loadRefs(doc.projectId, place, [placeId])).get(placeId) : undefined;
    return {
      id: doc._id,
      projectId: doc.projectId,
      project: project.name,
      hotline: project.hotline || null,
      name: doc.name,
      code: doc.code,
      status: doc.status,
      place: at?.name || doc.placeText || null,
      lastMaintenanceDate: doc.lastMaintenanceDate,
      nextMaintenanceDate: doc.nextMaintenanceDate,
      dueStatus: 'dueStatus' in doc ? doc.dueStatus : doc.maintenanceDue,
      page: thing === asset ? 'asset?part=assets&tab=all&id=' : 'technical-management?tabActiveKey=DEVICE&tab=all&id=',
      faults: faults.map(fault => ({
        id: fault._id,
        // Only the reporter's text is public, not that of staff.
        text: fault.reported ? excerptOf(fault.reported) : text(nobody, 'maintenance.options.kind.CORRECTIVE'),
        count: fault.reportCount,
        at: fault.createdAt.toISOString(),
      })),
    };
  },
});

const QUIET = 2;
const LAYOUTS = { 24: { columns: 3, rows: 8 }, 40: { columns: 4, rows: 10 } } as const;
const EDGE = 24;

/** Draws one label: code on the left, name and number beside it. */
function drawLabel(
  sheet: Sheet,
  doc: Loaded<Thing>,
  link: string,
  x: number,
  y: number,
  width: number,
  height: number,
) {
  const { size, data } = codeOf(link, { errorCorrectionLevel: 'M' }).modules;
  const side = Math.min(height - 8, width * 0.45);
  const dark = (row: number, column: number) => {
    const [r, c] = [row - QUIET, column - QUIET];
    return r >= 0 && c >= 0 && r < size && c < size && data[r * size + c] === 1;
  };
  sheet.squares(dark, size + 2 * QUIET, x + 4, y + 4, side);
  const [left, room] = [x + side + 8, width - side - 12];
  sheet.text(doc.code, left, y + 16, { size: 9, weight: 700 });
  for (const [n, line] of sheet.lines(doc.name, room, { size: 8 }).slice(0, 4).entries())
    sheet.text(line, left, y + 28 + n * 10, { size: 8 });
}

/** `GET /:path/qr-sheet`: printable sheet of labels. */
const sheetRoute = (thing: Thing): Route =>
  route({
    method: 'get',
    path: `${thing.path}/qr-sheet`,
    summary: `Labels with the codes of ${thing.name}s, for a printer`,
    module: thing.code,
    flags: ['read'],
    query: z.strictObject({
      ids: z.array(idSchema).min(1).max(200),
      layout: z.enum(['24', '40']).default('24'),
    }),
    answer: 'application/pdf',
    async run(ctx, { query, res }) {
      const docs: Loaded<Thing>[] = [];
      for (const id of query.ids) docs.push(await load(ctx, thing, id));
      const { columns, rows } = LAYOUTS[query.layout];
      const [width, height] = [(A4.width - 2 * EDGE) / columns, (A4.height - 2 * EDGE) / rows];
      const home = `${addressOf(res.req)}/resident/q#`;
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="qr.pdf"' });
      const pdf = openPdf(res, text(ctx, 'asset.qr.title'));
      for (let first = 0; first < docs.length; first += columns * rows)
        await pdf.page(ctx.language, sheet => {
          for (const [n, doc] of docs.slice(first, first + columns * rows).entries()) {
            const [x, y] = [EDGE + (n % columns) * width, EDGE + Math.floor(n / columns) * height];
            drawLabel(sheet, doc, home + tokenOf(thing, doc), x, y, width, height);
          }
        });
      await pdf.close();
    },
  });

/** `GET /:path/:id/qr`: the token in the code. */
const tokenRoute = (thing: Thing): Route =>
  route({
    method: 'get',
    path: `${thing.path}/:id/qr`,
    summary: `What the code of a ${thing.name} says`,
    module: thing.code,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    answer: z.object({ token: z.string() }),
    run: async (ctx, { params }) => ({ token: tokenOf(thing, await load(ctx, thing, params.id)) }),
  });

export const qrRoutes = (thing: Thing): Route[] => [sheetRoute(thing), tokenRoute(thing)];
