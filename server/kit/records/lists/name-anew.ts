import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { records } from '../../store/records.ts';
import { pointingAt } from '../../store/refs/inbound-refs.ts';
import type { Change } from '../../store/save.ts';
import type { Stored } from '../../store/schema.ts';
import { edited } from '../records.ts';

type Values = Record<string, unknown>;

/** A field value by path, with one record id replaced by another. */
function renamed(doc: Stored, path: string, from: string, to: string): unknown {
  const [outer = '', inner] = path.split('.');
  const value = doc[outer];
  const replaced = (id: unknown) => (id === from ? to : id);
  if (!Array.isArray(value)) return replaced(value);
  return inner ? value.map(line => ({ ...line, [inner]: replaced(line[inner]) })) : [...new Set(value.map(replaced))];
}

/**
 * Changes that replace references to one record (`from`) by another (`to`), one change per record. `parts` includes the
 * parts of the record.
 */
export async function nameAnew(
  ctx: Ctx,
  definition: Definition,
  { from, to, parts }: { from: string; to: string; parts: boolean },
  all: readonly Definition[],
): Promise<Change[]> {
  const edits = new Map<string, { definition: Definition; doc: Stored; set: Values }>();
  for (const { other, name, field } of pointingAt(definition, all)) {
    if (!parts && field.part) continue;
    for (const doc of await records(other).find(ctx, { [name]: from })) {
      const edit = edits.get(doc._id) ?? { definition: other, doc, set: {} };
      const [outer = ''] = name.split('.');
      edit.set[outer] = renamed({ ...doc, ...edit.set }, name, from, to);
      edits.set(doc._id, edit);
    }
  }
  const changes: Change[] = [];
  for (const edit of edits.values()) {
    const { changed } = await edited(ctx, edit.definition, edit.doc, edit.set);
    changes.push({ definition: edit.definition, action: 'update', update: { doc: edit.doc, set: changed } });
  }
  return changes;
}
