import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { type Collection, db } from '../../database/database.ts';
import { fillable, type Head, headingsOf, plainHeading } from './columns.ts';

/** Column choices for a project's own files: one document per project and module. */
interface KeptColumns {
  _id: string;
  projectId: string;
  /** Field by header (`plainHeading`); '' for an ignored column. */
  fields: Record<string, string>;
}
export const keptColumnsCollection: Collection = {
  name: 'import_columns',
  indexes: [{ key: { projectId: 1 } }],
};
/** Limit of headers per module; the oldest are dropped. */
const MOST_HEADINGS = 300;
const MOST_LETTERS = 100;

const rows = () => db().collection<KeptColumns>(keptColumnsCollection.name);
const idOf = (ctx: Ctx, { name }: Definition) => `${ctx.projectId} ${name}`;

/** Remembered fields by header (`plainHeading`); '' for none. */
export async function keptColumns(ctx: Ctx, definition: Definition): Promise<Map<string, string>> {
  const row = await rows().findOne({ _id: idOf(ctx, definition) });
  const fields = new Set(['', ...fillable(definition).map(([name]) => name)]);
  return new Map(Object.entries(row?.fields ?? {}).filter(([, field]) => fields.has(field)));
}

/** Remembers choices made by hand that differ from the automatic mapping, for later files with the same headers. */
export async function keepColumns(
  ctx: Ctx,
  definition: Definition,
  { columns }: Head,
  map: Readonly<Record<string, string>>,
): Promise<void> {
  const choices = await keptColumns(ctx, definition);
  const before = JSON.stringify([...choices]);
  const meant = headingsOf(ctx, definition);
  const headings = columns.map(({ header }) => plainHeading(header));
  for (const [n, { column }] of columns.entries()) {
    const [heading = '', field] = [headings[n], map[column]];
    // Repeated headers are not remembered, because they cannot be told apart later.
    const once = headings.indexOf(heading) === headings.lastIndexOf(heading);
    if (field === undefined || heading === '' || heading.length > MOST_LETTERS || !once) continue;
    choices.delete(heading);
    if (field !== (meant.get(heading) ?? '')) choices.set(heading, field);
  }
  if (JSON.stringify([...choices]) === before) return;
  const fields = Object.fromEntries([...choices].slice(-MOST_HEADINGS));
  const set = { projectId: ctx.projectId, fields };
  await rows().updateOne({ _id: idOf(ctx, definition) }, { $set: set }, { upsert: true });
}
