import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { drawParts, type Part, picturesPart, together, wordsFor } from '../../../kit/paper/parts.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { renderRasters } from '../../../platform/projects/paper/rasters.ts';
import { inLanguage } from '../units/ready-made.ts';
import { activeTemplates } from '../units/units.ts';
import { loadMinutes, localDay, sampleMinutes } from './minutes.ts';
import { drawMinutes } from './minutes-paper.ts';
import { loadLines, loadSheet } from './sheet.ts';

/** Maximum rounds and defects of one file. */
const [ROUNDS, DEFECTS] = [50, 500];
/** Side length of a picture. */
const SIDE = 160;

const byId = z.strictObject({ id: idSchema });
const query = z.strictObject({ lang: z.enum(LANGUAGES).optional() });
const common = { method: 'get', module: HANDOVER, params: byId, query, answer: 'application/pdf' } as const;
/** Defects of a unit with pictures before and after repair. */
async function defectParts(ctx: Ctx, row: Doc<typeof handoverUnit>): Promise<Part[]> {
  const docs = await records(handoverDefect).find(
    ctx,
    { handoverId: row._id },
    { sort: { foundOn: 1, _id: 1 }, limit: DEFECTS },
  );
  const { words } = wordsFor(ctx);
  const say = (key: string, params: Record<string, unknown> = {}) => text(ctx, `handover-defect.${key}`, params);
  const day = (value: string | null) => (value ? localDay(value) : '–');
  const parts = [words(say('plural'), { size: 15, weight: 700 }, 22), words(String(docs.length))];
  for (const doc of docs) {
    const state = doc.rejected ? say('fields.rejected') : say(`statuses.${doc.status}`);
    parts.push(
      words(`${doc.code} · ${doc.roomText ?? ''} · ${state}`, { weight: 700 }, 14, 6),
      words(doc.description),
      words(say('paper.due', { found: day(doc.foundOn), due: day(doc.dueOn) }), { size: 9 }),
      ...picturesPart(await renderRasters(ctx.projectId, doc.imagesBefore), 72),
      ...picturesPart(await renderRasters(ctx.projectId, doc.imagesAfter), 72),
    );
  }
  return parts;
}

/** `GET /handover/unit/:id/file`: all papers of a unit's handover in one file. */
const file = route({
  ...common,
  path: `${handoverUnit.path}/:id/file`,
  summary: 'All of the handover of a unit on paper: the minutes of each round, its defects with their photos',
  flags: ['read'],
  async run(ctx, { params: { id }, query: { lang }, res }) {
    const row = await load(ctx, handoverUnit, id);
    const reader = { ...ctx, language: lang ?? ctx.language };
    const code = (await loadRefs(ctx.projectId, unit, [row.unitId])).get(row.unitId)?.code ?? '';
    const rounds = await records(handoverSchedule).find(
      ctx,
      { handoverId: row._id, finishedAt: { $ne: null } },
      { sort: { round: 1 }, limit: ROUNDS, patience: 2000 },
    );
    await drawnTo(ctx, res, `handover-${code}`, async (pdf, { name }) => {
      for (const round of rounds) {
        const minutes = await loadMinutes(reader, round, null);
        if (minutes) await drawMinutes(reader, pdf, minutes);
      }
      await drawParts(reader, pdf, `${name} · ${code}`, await defectParts(reader, row));
    });
  },
});

/** `GET /handover/schedule/:id/photos`: photos of a sheet in a readable size. */
const photos = route({
  ...common,
  path: `${handoverSchedule.path}/:id/photos`,
  summary: 'The photos of a sheet on paper, by room and item',
  flags: ['read'],
  async run(ctx, { params: { id }, query: { lang }, res }) {
    const doc = await load(ctx, handoverSchedule, id);
    const sheet = await loadSheet(ctx, doc);
    const reader = { ...ctx, language: lang ?? ctx.language };
    const { words } = wordsFor(reader);
    const say = (key: string) => text(reader, `handover-schedule.${key}`);
    const parts = [words(`${say('sheet.photos')} · ${doc.code}`, { size: 15, weight: 700 }, 22)];
    for (const { room, item, result, note, images } of sheet.lines.filter(line => line.images.length > 0)) {
      const outcome = [result && say(`minutes.result.${result}`), note].filter(Boolean).join(' · ');
      const [head, text] = [
        words(`${inLanguage(room, reader.language)} · ${inLanguage(item, reader.language)}`, { weight: 700 }, 14, 8),
        words(outcome || '–'),
      ];
      const [first, ...rest] = picturesPart(
        await renderRasters(
          ctx.projectId,
          images.map(image => image.file),
        ),
        SIDE,
      );
      // Keeps a heading on one page with its first pictures.
      if (first) parts.push(together([head, text, first]));
      parts.push(...rest);
    }
    for (const { name, value, unitName, images } of sheet.meters.filter(meter => meter.images.length > 0))
      parts.push(
        words(
          `${name}: ${value === null ? '–' : numberIn(reader.language, value)} ${unitName ?? ''}`,
          { weight: 700 },
          14,
          8,
        ),
        ...picturesPart(
          await renderRasters(
            ctx.projectId,
            images.map(image => image.file),
          ),
          SIDE,
        ),
      );
    if (parts.length === 1) parts.push(words(say('minutes.none')));
    await drawnTo(ctx, res, `${doc.code}-photos`, (pdf, { name }) => drawParts(reader, pdf, name, parts));
  },
});

/** Template lines shown in a preview. */
const SHOWN = 12;

/** `GET /handover/config/preview`: sample minutes with the project's settings. */
const preview = route({
  method: 'get',
  module: HANDOVER,
  query,
  answer: 'application/pdf',
  path: '/handover/config/preview',
  summary: 'The minutes of a handover as the words and rules of the building draw them, of a flat that there is not',
  flags: ['read'],
  async run(ctx, { query: { lang }, res }) {
    const reader = { ...ctx, language: lang ?? ctx.language };
    const [template] = await activeTemplates(ctx);
    const lines = template ? (await loadLines(ctx, template)).slice(0, SHOWN) : [];
    const minutes = (await sampleMinutes(reader, lines)) ?? fail('NOT_FOUND');
    await drawnTo(ctx, res, 'handover-minutes', pdf => drawMinutes(reader, pdf, minutes));
  },
});

export const paperRoutes: readonly Route[] = [file, photos, preview];
