import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { type Collection, db } from '../../database/database.ts';
import { fillable, type Head, headingsOf, plainHeading } from './columns.ts';

/** Where the columns of a building's own files go, as its staff chose: one document for each project and module. */
interface KeptColumns {
  _id: string;
  projectId: string;
  /** Field by heading, as `plainHeading` writes it; '' for a column that goes nowhere. */
  fields: Record<string, string>;
}
export const keptColumnsCollection: Collection = {
  name: 'import_columns',
  indexes: [{ key: { projectId: 1 } }],
};
/** Headings of one module; the oldest go first. */
const MOST_HEADINGS = 300;
const MOST_LETTERS = 100;

const rows = () => db().collection<KeptColumns>(keptColumnsCollection.name);
const idOf = (ctx: Ctx, { name }: Definition) => `${ctx.projectId} ${name}`;

/** The fields that headings went into when somebody last chose, by `plainHeading`; '' for none. */
export async function keptColumns(ctx: Ctx, definition: Definition): Promise<Map<string, string>> {
  const found = await rows().findOne({ _id: idOf(ctx, definition) });
  const fields = new Set(['', ...fillable(definition).map(([name]) => name)]);
  return new Map(Object.entries(found?.fields ?? {}).filter(([, field]) => fields.has(field)));
}

/** Keeps what was chosen by hand, where it is other than what the heading means by itself, for the next file with these headings. */
export async function keepColumns(
  ctx: Ctx,
  definition: Definition,
  { columns }: Head,
  map: Readonly<Record<string, string>>,
): Promise<void> {
  const kept = await keptColumns(ctx, definition);
  const before = JSON.stringify([...kept]);
  const meant = headingsOf(ctx, definition);
  const headings = columns.map(({ header }) => plainHeading(header));
  for (const [n, { column }] of columns.entries()) {
    const [heading = '', field] = [headings[n], map[column]];
    // Of two columns with one heading nobody can tell later which was which.
    const once = headings.indexOf(heading) === headings.lastIndexOf(heading);
    if (field === undefined || heading === '' || heading.length > MOST_LETTERS || !once) continue;
    kept.delete(heading);
    if (field !== (meant.get(heading) ?? '')) kept.set(heading, field);
  }
  if (JSON.stringify([...kept]) === before) return;
  const fields = Object.fromEntries([...kept].slice(-MOST_HEADINGS));
  const set = { projectId: ctx.projectId, fields };
  await rows().updateOne({ _id: idOf(ctx, definition) }, { $set: set }, { upsert: true });
}
