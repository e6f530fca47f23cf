import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { checkFiles, useFilesOf } from '../../kit/files/files.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** Files that an act adds to a field of its record. */
export async function addFiles<D extends Definition>(
  ctx: Ctx,
  definition: D,
  doc: Stored,
  name: keyof D['fields'] & string,
  given: unknown,
): Promise<{ set?: Partial<Doc<D>>; also?: Effect['also'] }> {
  const field = definition.fields[name];
  if (!field || !Array.isArray(given) || given.length === 0) return {};
  const fresh = await checkFiles(ctx, { [name]: field }, { [name]: given });
  const held = Array.isArray(doc[name]) ? doc[name] : [];
  const most = field.kind === 'files' ? field.max : 0;
  return {
    set: { [name]: [...held, ...fresh].slice(-most) } as Partial<Doc<D>>,
    also: session => useFilesOf(fresh, session, { entity: definition.name, id: doc._id }),
  };
}
