import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { checkFiles, claimFiles } from '../../files/files.ts';
import type { Doc } from '../../store/records.ts';
import type { Stored } from '../../store/schema.ts';
import type { Effect } from './act.ts';

/** Adds files of an act to a field of its record. */
export async function addFiles<D extends Definition>(
  ctx: Ctx,
  definition: D,
  doc: Stored,
  name: keyof D['fields'] & string,
  ids: unknown,
): Promise<{ set?: Partial<Doc<D>>; also?: Effect['also'] }> {
  const field = definition.fields[name];
  if (!field || !Array.isArray(ids) || ids.length === 0) return {};
  const fresh = await checkFiles(ctx, { [name]: field }, { [name]: ids });
  const held = Array.isArray(doc[name]) ? doc[name] : [];
  const most = field.kind === 'files' ? field.max : 0;
  return {
    set: { [name]: [...held, ...fresh].slice(-most) } as Partial<Doc<D>>,
    also: session => claimFiles(fresh, session, { entity: definition.name, id: doc._id }),
  };
}
