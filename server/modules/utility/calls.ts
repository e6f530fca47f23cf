import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { draftPrice } from '@lobby/shared/modules/utility.contract.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { create as codeOf } from 'qrcode';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { placeCode } from '../../kit/http/guest-link.ts';
import { addressOf } from '../../kit/http/origin.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf } from '../../kit/paper/pdf.ts';
import { load } from '../../kit/records/acts/act.ts';
import { build } from '../../kit/records/records.ts';
import { loadDetail } from '../../kit/serve.ts';
import { filled } from '../../kit/store/keys/seal.ts';
import type { Doc } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { addTaxes, feeLines, type Priced, sumOf, surchargeLines } from './price.ts';
import { amenityOrder, countAmenities } from './rules.ts';

const params = z.strictObject({ id: idSchema });
const { name, code } = utility.fields;
const textOf = ({ max }: typeof name | typeof code) => z.string().min(1).max(max);

/** Refuses an invalid name or code. */
function assertNames(values: { name: string; code: string }): void {
  const fields = { name, code };
  for (const key of ['name', 'code'] as const)
    if (!fieldSchema(fields[key]).safeParse(values[key]).success)
      failFields({ [key]: { code: key === 'code' ? 'CODE_INVALID' : 'TOO_SHORT', params: { min: 2 } } });
}

/** Copies an amenity, inactive and hidden. */
const duplicate = route({
  method: 'post',
  path: `${utility.path}/:id/duplicate`,
  summary: 'Copy a utility under another name and code',
  module: utility.code,
  flags: ['write'],
  params,
  creates: true,
  body: z.strictObject({ name: textOf(name), code: textOf(code) }),
  answer: responseSchema(utility, 'detail'),
  async run(ctx, { params: { id }, body }) {
    const doc: Doc<typeof utility> = await load(ctx, utility, id);
    assertNames(body);
    const values = Object.fromEntries(
      (Object.keys(utility.fields) as (keyof typeof utility.fields)[]).map(key => [key, doc[key]]),
    );
    const none = { displayOrder: undefined, photos: [], rulesFile: [], visible: false, active: false, reason: null };
    const insert = await build(ctx, utility, { ...values, ...none, ...body });
    const change = { definition: utility, action: 'create', insert };
    const counts = await countAmenities(ctx, { kind: 'create', doc: insert, before: null });
    const [made] = await save(ctx, [
      { ...change, first: session => amenityOrder.first(ctx, session, insert) },
      ...counts,
    ]);
    return loadDetail(ctx, utility, made ?? insert);
  },
});

/** Price of a booking by the terms of a draft. */
const price = route(draftPrice, {
  flags: ['write'],
  async run(ctx, { body }) {
    const draft = filled(utility, { ...body.draft }) as unknown as Priced;
    const slots = body.slots.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
    const lines = feeLines(draft, slots, body.quantity, ctx.project.timeZone);
    const surcharges = surchargeLines(draft, slots.length, body.quantity);
    const { total: fee, ...taxes } = addTaxes(draft, sumOf(lines));
    const surcharge = addTaxes(draft, sumOf(surcharges)).total;
    return { lines, surcharges, ...taxes, fee, surcharge, total: fee + surcharge };
  },
});

const SIZE = 320;
const QUIET = 4;

/** Poster for the door of an amenity with a QR code, by which residents check in. */
const poster = route({
  method: 'get',
  path: `${utility.path}/:id/qr`,
  summary: 'The poster for the door of a utility',
  module: utility.code,
  flags: ['read'],
  params,
  answer: 'application/pdf',
  async run(ctx, { params: { id }, res }) {
    const doc = await load(ctx, utility, id);
    const home = addressOf(res.req);
    const link = `${home}/resident/amenities/door-${id}.${placeCode(ctx.projectId, id)}`;
    const { size, data } = codeOf(link, { errorCorrectionLevel: 'M' }).modules;
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="door.pdf"' });
    const pdf = openPdf(res, doc.name);
    const [middle, count] = [A4.width / 2, size + 2 * QUIET];
    const dark = (row: number, column: number) => {
      const [r, c] = [row - QUIET, column - QUIET];
      return r >= 0 && c >= 0 && r < size && c < size && data[r * size + c] === 1;
    };
    await pdf.page(ctx.language, sheet => {
      sheet.text(doc.name, middle, 140, { size: 28, weight: 700, align: 'middle' });
      sheet.squares(dark, count, middle - SIZE / 2, 200, SIZE);
      for (const [n, line] of sheet.lines(text(ctx, 'utility.door.poster'), 400, { size: 14 }).entries())
        sheet.text(line, middle, 200 + SIZE + 50 + n * 20, { size: 14, align: 'middle' });
    });
    await pdf.close();
  },
});

export const utilityCalls: readonly Route[] = [duplicate, price, poster];
