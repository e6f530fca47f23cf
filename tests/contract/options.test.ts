import { newId } from '@lobby/server/kit/database/database.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { definitionOf, MODULES } from '@lobby/shared/modules/index.ts';
import { fitsMethod, METHODS } from '@lobby/shared/modules/voucher.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProved } from '../setup/contract/sampling.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;

/** The sets of fields that a definition asks together: its own, those of its lines, those of its acts. */
function* setsOf(fields: Fields, name: string): Generator<[string, Fields]> {
  yield [name, fields];
  for (const [inner, field] of Object.entries(fields))
    if (field.kind === 'lines') yield* setsOf(field.of, `${name}.${inner}`);
}
const SETS = MODULES.flatMap(({ name, fields, actions = {} }) => [
  ...setsOf(fields, name),
  ...Object.entries(actions).flatMap(([action, { input = {} }]) => [...setsOf(input, `${name} ${action}`)]),
]);

const targetOf = (field: Field) => (field.kind === 'ref' || field.kind === 'refs' ? [field.to] : []);
const TARGETS = [...new Set(SETS.flatMap(([, fields]) => Object.values(fields).flatMap(targetOf)))]
  .sort()
  .map((name): [string, Definition] => [name, definitionOf(name)]);

describe.each(TARGETS)('%s, that others refer to,', (_, definition) => {
  const options = `${definition.path}/options`;

  it('is offered, and named by its ids', async () => {
    expect((await ann.get(options)).status).toBe(200);
    const unknown = await ann.get(`${options}?ids[]=${newId()}`);
    expect(unknown.status).toBe(200);
    expect(unknown.data).toEqual([]);
  });

  if (isProved(definition))
    it('is called by its title', async () => {
      const { id } = await samples.record(definition);
      const named = (await ann.get<Row[]>(`${options}?ids[]=${id}`)).data;
      expect(named).toEqual([expect.objectContaining({ id, name: expect.stringMatching(/./) })]);
      // A day is written as people write it.
      expect(named[0]?.name).not.toMatch(/^\d{4}-\d\d/);
      // And a choice by its word.
      const title = definition.fields[definition.title];
      if (title?.kind === 'choice') expect(title.options).not.toContain(named[0]?.name);
    });
});

describe('a fund beside the way in which money moves', () => {
  const WAYS: readonly string[] = METHODS;
  const pairs = SETS.flatMap(([place, fields]) => {
    const way = Object.entries(fields).find(
      ([, field]) => field.kind === 'choice' && field.options.includes('CASH') && field.options.includes('TRANSFER'),
    );
    return Object.entries(fields).flatMap(([name, field]) =>
      way && field.kind === 'ref' && field.to === 'fund' ? [[`${place}.${name}`, field, way] as const] : [],
    );
  });

  it('stands in many forms', () => expect(pairs.length).toBeGreaterThan(8));

  it.each(pairs)('is offered at %s only where it fits', (_, field, [decides, way]) => {
    expect(field.fits?.field).toBe(decides);
    const options = way.kind === 'choice' ? way.options.filter(option => WAYS.includes(option)) : [];
    for (const option of options)
      for (const kind of ['CASH', 'BANK'])
        expect(field.fits?.by[option]?.kind === kind, `${option} ${kind}`).toBe(fitsMethod({ kind }, option));
  });
});
