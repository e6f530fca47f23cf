import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { department, employee } from '@lobby/shared/modules/employee.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import type { Route } from '../../kit/http/route.ts';
import { drawParts, MARGIN, type Part, picturesPart, RIGHT, wordsFor } from '../../kit/paper/parts.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { paperRoute } from '../../platform/projects/paper/paper.ts';
import { renderRasters } from '../../platform/projects/paper/rasters.ts';
import { paperDay } from '../supply/index.ts';

/** Fields on the card, in order. */
const TOLD = [
  'code',
  'name',
  'categoryId',
  'condition',
  'brand',
  'model',
  'serial',
  'placeId',
  'placeText',
  'managerUnitId',
  'holderId',
  'supplierId',
  'setupDate',
  'startDate',
  'warrantyCode',
  'warrantyExpiry',
  'maintenanceUnitId',
  'cycleDays',
  'lastMaintenanceDate',
  'nextMaintenanceDate',
] as const;
const REFS: Readonly<Record<string, Definition>> = {
  categoryId: itemCategory,
  placeId: place,
  managerUnitId: department,
  holderId: employee,
  supplierId: partner,
  maintenanceUnitId: partner,
};
/** Side length of the picture. */
const SIDE = 140;

/** Signature lines of the two parties of a handover. */
const signers = (gives: string, takes: string): Part => ({
  height: 110,
  draw(sheet, y) {
    sheet.text(gives, MARGIN + 90, y + 28, { weight: 700, align: 'middle' });
    sheet.text(takes, RIGHT - 90, y + 28, { weight: 700, align: 'middle' });
  },
});

async function loadWord(ctx: Ctx, name: (typeof TOLD)[number], value: string | number | null): Promise<string> {
  if (value === null || value === '') return '';
  const to = REFS[name];
  if (to) {
    const ref = (await loadRefs(ctx.projectId, to, [String(value)])).get(String(value));
    return String(ref?.[to.title] ?? '');
  }
  const { kind } = asset.fields[name];
  if (kind === 'date') return paperDay(String(value));
  return kind === 'choice' ? text(ctx, `${asset.name}.options.${name}.${value}`) : String(value);
}

/** `GET /asset/:id/print`: asset card with signatures of both parties. */
export const cardRoute: Route = paperRoute({
  definition: asset,
  summary: 'The card of an asset, which is its handing-over paper too, in the language asked for',
  nameOf: doc => doc.code,
  async read(ctx, doc) {
    const { words } = wordsFor(ctx);
    const say = (key: string) => text(ctx, `${asset.name}.${key}`);
    const facts = await Promise.all(TOLD.map(async name => [name, await loadWord(ctx, name, doc[name])] as const));
    const parts = [
      words(say('paper.card'), { size: 15, weight: 700 }, 24),
      ...facts.flatMap(([name, value]) => (value ? [words(`${say(`fields.${name}`)}: ${value}`, {}, 16)] : [])),
      ...picturesPart(await renderRasters(ctx.projectId, doc.images), SIDE),
      signers(say('paper.gives'), say('paper.takes')),
    ];
    return (pdf, project) => drawParts(ctx, pdf, project.name, parts);
  },
});
