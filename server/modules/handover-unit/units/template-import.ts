import type { Definition } from '@lobby/shared/kit/definition.ts';
import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { handoverTemplate, MOST_LINES } from '@lobby/shared/modules/handover-data.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import { type Behaviour, type ImportRow, oncePerImport, type Request } from '../../../kit/records/behaviour.ts';
import { build } from '../../../kit/records/records.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, save } from '../../../kit/store/save.ts';

type Cells = ImportRow['values'];
const keyOf = ({ name }: Cells): string => foldCode(String(name ?? '')) || String(name ?? '');
const placeOf = ({ roomId, itemId }: { roomId?: unknown; itemId?: unknown }): string => `${roomId} ${itemId}`;

/** Rows by template, and the existing templates among them. */
const loadOnce = oncePerImport(async (ctx: Ctx, rows) => {
  const templates = Map.groupBy(rows, ({ values }) => keyOf(values));
  const there = await records(handoverTemplate).find(
    ctx,
    { nameKey: { $in: [...templates.keys()] } },
    { patience: 2000 },
  );
  return { templates, there: new Map(there.map(template => [template.nameKey ?? '', template])) };
});

/** Refuses a line whose room and item repeat, in the file or in the existing template. */
async function checkRow(ctx: Ctx, request: Request): Promise<Cells> {
  const { values } = request;
  if (request.kind !== 'import') return values;
  const { templates, there } = await loadOnce(ctx, request.rows);
  const ofTemplate = templates.get(keyOf(values)) ?? [];
  const at = ofTemplate.findIndex(row => row.values === values);
  const held = there.get(keyOf(values));
  const before = [...(held?.lines ?? []), ...ofTemplate.slice(0, Math.max(0, at)).map(row => row.values)];
  if (before.some(line => placeOf(line) === placeOf(values)))
    failFields({ itemId: { code: 'LISTED_TWICE' } }, 'LISTED_TWICE');
  if (before.length >= MOST_LINES) failFields({ name: { code: 'TOO_MANY', params: { max: MOST_LINES } } });
  return values;
}

/** Adds the lines of a file to existing templates; new templates are inactive until their units are defined. */
export async function storeTemplates(
  ctx: Ctx,
  _definition: Definition,
  _behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<{ created: number; updated: number; left: number; run: string }> {
  const { templates, there } = await loadOnce(ctx, rows);
  const changes: Change[] = [];
  let [created, updated] = [0, 0];
  for (const [key, ofTemplate] of templates) {
    const fresh = ofTemplate.map(({ values: { roomId, itemId, quantity, required } }) => ({
      roomId,
      itemId,
      quantity: quantity ?? 1,
      required: required ?? true,
    }));
    const doc = there.get(key);
    if (doc) {
      const lines = [...doc.lines, ...fresh];
      changes.push({
        definition: handoverTemplate,
        action: 'update',
        update: { doc, set: { lines, lineCount: lines.length } },
      });
      updated++;
    } else {
      const values = {
        name: ofTemplate[0]?.values.name,
        nameKey: key,
        lines: fresh,
        lineCount: fresh.length,
        active: false,
      };
      changes.push({
        definition: handoverTemplate,
        action: 'create',
        insert: await build(ctx, handoverTemplate, values, true),
      });
      created++;
    }
  }
  const answer = { created, updated, left: 0, run: newId() };
  if (changes.length > 0) await save(ctx, changes, answer);
  return answer;
}

export const templateSheetRules: Behaviour = { check: checkRow };
