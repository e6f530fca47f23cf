import { newId, type Session } from '@lobby/server/kit/database/database.ts';
import { build, remove } from '@lobby/server/kit/records/records.ts';
import { saveNew } from '@lobby/server/kit/store/bulk-insert.ts';
import { type Change, save } from '@lobby/server/kit/store/save.ts';
import { modelOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { type Definition, removes } from '@lobby/shared/kit/definition.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import { samplesOf } from '../setup/contract/samples.ts';
import { isThorough, PROVED } from '../setup/contract/sampling.ts';
import { stored, systemIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;

/** Fields that point at records of a definition, but for its parts, which go with it, and those that are let go. */
const pointersAt = ({ name }: Definition) =>
  MODULES.flatMap(other =>
    Object.entries(other.fields).flatMap(([field, one]) =>
      (one.kind === 'ref' || one.kind === 'refs') && one.to === name && !one.part && one.holds?.length !== 0
        ? [{ other, field, kind: one.kind }]
        : [],
    ),
  );
type Pointer = ReturnType<typeof pointersAt>[number];

/** A new record that refers to another. */
async function naming({ other, field, kind }: Pointer, id: string): Promise<Stored> {
  const values = inputSchema(other.fields, 'create').parse(await samples.input(other.fields));
  return { ...(await build(await systemIn(site.id), other, values, true)), [field]: kind === 'refs' ? [id] : id };
}

/** Done once, after the transaction that it is in has begun to look: between what that sees and what it writes. */
function meanwhile(definition: Definition, id: string, work: () => Promise<unknown>) {
  let done = false;
  return async (session: Session) => {
    await modelOf(definition).findOne({ projectId: site.id, _id: id }, null, { session });
    if (done) return;
    done = true;
    await work();
  };
}

const missing = (field: string) => ({
  code: 'REFERENCE_NOT_FOUND',
  data: { fields: { [field]: { code: 'REFERENCE_NOT_FOUND' } } },
});

const REMOVED = PROVED.filter(one => removes(one) && pointersAt(one).length > 0);
describe.each(REMOVED.map(definition => [definition.name, definition] as const))('%s', (_, definition) => {
  const all = pointersAt(definition);
  const tried = isThorough(definition) ? all : all.slice(0, 1);
  const gone = async (id: string) => expect((await ann.delete(`${definition.path}/${id}`)).status).toBe(200);

  it.each(tried.map(one => [one.other.name, one.field, one] as const))(
    'is not referred to by %s.%s once it is removed, though both happen at once',
    async (_other, field, pointer) => {
      const { id } = await samples.record(definition);
      const insert = await naming(pointer, id);
      const first = meanwhile(definition, id, () => gone(id));
      const change: Change = { definition: pointer.other, action: 'create', insert, first };
      await expect(save(await systemIn(site.id), [change])).rejects.toMatchObject(missing(field));
    },
  );

  it.each(tried.map(one => [one.other.name, one.field, one] as const))(
    'is not removed once %s.%s refers to it, though both happen at once',
    async (_other, field, pointer) => {
      const { id } = await samples.record(definition);
      const insert = await naming(pointer, id);
      const use = async () => save(await systemIn(site.id), [{ definition: pointer.other, action: 'create', insert }]);
      const first = meanwhile(definition, id, use);
      const update = { doc: await stored(block, site.blockId), set: {}, keepVersion: true };
      const beside: Change = { definition: block, action: 'update', quiet: true, update, first };
      const doc = await stored(definition, id);
      const removal = remove(await systemIn(site.id), definition, doc, { changes: async () => [beside] }, MODULES);
      await expect(removal).rejects.toMatchObject({ code: 'IN_USE', data: { entity: pointer.other.name, field } });
      expect((await stored(definition, id)).deletedAt).toBeNull();
    },
  );

  it('is not referred to by an import once it is removed', async () => {
    const [pointer] = all;
    if (!pointer) return;
    const { id } = await samples.record(definition);
    const docs = [await naming(pointer, id), await naming(pointer, id)];
    const batches = [[{ definition: pointer.other, docs }]];
    const also = meanwhile(definition, id, () => gone(id));
    const imported = saveNew(await systemIn(site.id), newId(), { batches, answer: null, also });
    await expect(imported).rejects.toMatchObject(missing(pointer.field));
  });
});

const TREES = PROVED.filter(({ name, fields: { parentId } }) => parentId?.kind === 'ref' && parentId.to === name);
describe.each(TREES.map(definition => [definition.name, definition] as const))('a tree of %ss', (_, definition) => {
  it('closes no ring when two of its records move at once', async () => {
    const [a, b] = [await samples.record(definition), await samples.record(definition)];
    const move = async (id: string, parentId: string, first?: Change['first']) =>
      save(await systemIn(site.id), [
        {
          definition,
          action: 'update',
          update: { doc: await stored(definition, id), set: { parentId } },
          ...(first && { first }),
        },
      ]);
    const other = meanwhile(definition, a.id, () => move(b.id, a.id));
    await expect(move(a.id, b.id, other)).rejects.toMatchObject({ data: { fields: { parentId: expect.anything() } } });
    expect((await stored(definition, b.id)).parentId).toBe(a.id);
    expect((await stored(definition, a.id)).parentId).toBeNull();
  });
});
