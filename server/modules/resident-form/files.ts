import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { checkFiles, useFilesOf } from '../../kit/files/files.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** Files that an act adds to a field of its record. */
export async function addFiles(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  name: string,
  given: unknown,
): Promise<Effect> {
  const field = definition.fields[name];
  if (!field || !Array.isArray(given) || given.length === 0) return {};
  const fresh = await checkFiles(ctx, { [name]: field }, { [name]: given });
  const held = Array.isArray(doc[name]) ? doc[name] : [];
  const most = field.kind === 'files' ? field.max : 0;
  return {
    set: { [name]: [...held, ...fresh].slice(-most) },
    also: session => useFilesOf(fresh, session, { entity: definition.name, id: doc._id }),
  };
}
