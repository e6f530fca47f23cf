import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { findListed } from '../setup/contract/find-listed.ts';
import { editable, samplesOf } from '../setup/contract/samples.ts';
import { isThorough, PROVED, sampleOf } from '../setup/contract/sampling.ts';
import { letGo, makeRecord } from '../setup/records.ts';
import { type Heard, type Listener, listen, subscribeAll } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann, ben } = site;
let live: Listener;

beforeAll(async () => {
  live = await listen(server.url, ben.token);
  expect(await subscribeAll(live, { projectId: site.id })).toEqual([]);
});

/** Modules whose card names the refusal otherwise. */
const USED: Readonly<Record<string, string>> = {
  'invoice-buyer': 'INVOICE_BUYER_IN_USE',
  'technical-system': 'SYSTEM_HAS_DEPENDENTS',
  'system-group': 'SYSTEM_HAS_DEPENDENTS',
};

interface Entry {
  id: string;
  at: string;
  actor: { id: string; name: string };
  module: string;
  entityId: string;
  action: string;
  before: Row | null;
  after: Row | null;
  version: number;
}
const named = (who: { id: string; name: string }) => ({ id: who.id, name: who.name });

const heard = (id: string, action: string, version?: number) =>
  live.hear(one => one.entityId === id && one.action === action && (version === undefined || one.version === version));
/** The row of a list; the newest first where it can be read so, since other samples may stand before it. */
const listed = (definition: Definition, id: string) => findListed(ann, definition, id);
const activities = async (definition: Definition, id: string) =>
  (await ann.get<Entry[]>(`${definition.path}/${id}/activities`)).data;

/** Asserts that a client that applies the event holds what a fresh read gives (F5), and that the activity agrees. */
async function agrees(definition: Definition, event: Heard, by = named(ann)): Promise<void> {
  const { id } = event.data;
  expect(event).toMatchObject({ projectId: site.id, module: definition.code, entity: definition.name, actor: by });
  expect(event.data).toEqual(await listed(definition, id));
  expect(event.version).toBe(event.data.version);
  if (!answers(definition, 'activities')) return;
  const [entry] = await activities(definition, id);
  expect(entry).toMatchObject({
    id: event.id,
    at: event.at,
    actor: by,
    module: definition.code,
    entityId: id,
    action: event.action,
    version: event.version,
  });
}

describe.each(PROVED.map((definition, n) => [definition.name, definition, n] as const))('%s', (_, definition, nth) => {
  const { fields, path } = definition;
  const field = editable(definition);
  /** One after another, or all at once where the module is tried by a sample. */
  const lots = (names: readonly string[]) =>
    isThorough(definition) ? names.map(name => [name]) : names.length > 0 ? [names] : [];
  const allOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'f'.repeat(24)]));

  it('is told to everybody as it is listed, however it came to be', async () => {
    const doc = await makeRecord(site.id, definition, await samples.input(fields));
    await agrees(definition, await heard(doc._id, 'create', 1), { id: 'system', name: 'Lobby' });
  });

  if (answers(definition, 'create'))
    describe('when made', () => {
      it('is answered whole, listed, told and remembered', async () => {
        const values = await samples.input(fields);
        const made = await ann.post(path, values);
        expect([made.status, made.code]).toEqual([201, 'SUCCESS']);
        expect(made.data).toMatchObject({ projectId: site.id, version: 1 });
        if (definition.statuses) expect(made.data.status).toBe(definition.initial);
        for (const [name, value] of Object.entries(values))
          if (
            !fields[name]?.personal &&
            !['files', 'lines', 'phone', 'email', 'identifier'].includes(fields[name]?.kind ?? '')
          )
            expect(made.data[name], name).toEqual(value);
        const detail = await ann.get(`${path}/${made.data.id}`);
        expect(detail.data).toEqual(made.data);
        await agrees(definition, await heard(made.data.id, 'create', 1));
        const [entry] = await activities(definition, made.data.id);
        expect(entry?.before).toBeNull();
        expect(entry?.after).toHaveProperty(field);
      });

      it('needs its required fields, and takes nothing that it does not know', async () => {
        const values = await samples.input(fields);
        const required = Object.keys(fields).filter(name => fields[name]?.required && !fields[name].readOnly);
        // Fields that another field may fill in are tested one by one, since they are checked after the others.
        const filled = required.filter(name => fields[name]?.derivedFrom);
        for (const names of [...lots(required.filter(name => !filled.includes(name))), ...filled.map(name => [name])]) {
          const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
          const answer = await ann.post(path, rest);
          expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
          for (const name of names) {
            const field = fields[name];
            const own = field && 'missing' in field && field.missing;
            const said = own ? { code: own } : { code: 'REQUIRED', message: 'Required' };
            expect(answer.error.data?.fields?.[name]).toMatchObject(said);
          }
        }
        const answer = await ann.post(path, { ...values, unheardOf: 1 });
        expect(answer.error.data?.fields).toEqual({
          unheardOf: { code: 'UNKNOWN_FIELD', message: expect.any(String) },
        });
      });

      it('takes nothing that is the server’s to say', async () => {
        const values = await samples.input(fields);
        // Staff who book beyond a rule say why, and who books again and again by which rule.
        const said = definition.name === 'utility-booking' ? ['reason', 'rrule'] : [];
        const readOnly = Object.keys(fields).filter(name => fields[name]?.readOnly && !said.includes(name));
        const theirs = [
          '_id',
          'id',
          'projectId',
          'version',
          'createdAt',
          'updatedAt',
          'deletedAt',
          'keys',
          'uniq',
          'blind',
        ];
        const unknown = [...theirs, ...(definition.statuses ? ['status'] : []), ...readOnly, 'constructor'];
        // A tariff is made together with its first version.
        const asked = unknown.filter(name => definition.name !== 'tariff' || name !== 'version');
        for (const names of lots(asked)) {
          const answer = await ann.post(path, { ...values, ...allOf(names) });
          expect([answer.status, answer.code], names.join()).toEqual([400, 'VALIDATION_FAILED']);
          for (const name of names) expect(answer.error.data?.fields?.[name]?.code, name).toBe('UNKNOWN_FIELD');
        }
        const polluted = `{"__proto__":{"version":9,"admin":true},${JSON.stringify(values).slice(1)}`;
        const answer = await ann.post(path, polluted);
        expect([201, 400]).toContain(answer.status);
        expect({}).not.toHaveProperty('admin');
        if (answer.status === 201) expect(answer.data).toMatchObject({ version: 1, projectId: site.id });
      });

      it('keeps unique what must be, among what is there', async () => {
        for (const [name, one] of Object.entries(fields)) {
          if (!one.unique || one.readOnly || typeof one.kind !== 'string') continue;
          const first = await samples.input(fields);
          const { data } = await ann.post(path, first);
          const within = typeof one.unique === 'object' ? one.unique.within : name;
          const value = first[name];
          // Fields that samples leave out are covered by tests of their own.
          if (value === undefined) continue;
          const loud = typeof value === 'number' ? value : String(value).toUpperCase();
          const same = { [within]: String(first[within]), [name]: loud };
          const again = await samples.input(fields, same);
          const answer = await ann.post(path, again);
          const code = one.taken ?? 'ALREADY_EXISTS';
          expect([answer.status, answer.code]).toEqual([409, code]);
          expect(answer.error.data?.fields?.[name]?.code).toBe(code);
          if (!answers(definition, 'remove')) continue;
          await letGo(definition, data.id);
          expect((await ann.delete(`${path}/${data.id}`)).status).toBe(200);
          expect((await ann.post(path, again)).status).toBe(201);
        }
      });
    });

  if (answers(definition, 'update'))
    describe('when edited', () => {
      it('changes only what was sent, is told and remembered', async () => {
        const before = await samples.record(definition);
        const value = (await samples.input(fields))[field];
        const edited = await ben.put(`${path}/${before.id}`, { version: 1, [field]: value });
        expect(edited.status).toBe(200);
        expect(edited.data).toMatchObject({ id: before.id, version: 2, [field]: value });
        expect((await ben.get(`${path}/${before.id}`)).data).toEqual(edited.data);
        await agrees(definition, await heard(before.id, 'update', 2), named(ben));
        const [entry] = await activities(definition, before.id);
        expect(entry?.before?.[field]).toEqual(before[field]);
        expect(entry?.after?.[field]).toBe(value);
      });

      it('needs the version that it was based on', async () => {
        const { id } = await samples.record(definition);
        const answer = await ann.put(`${path}/${id}`, { [field]: 'Anything' });
        expect(answer.status).toBe(400);
        expect(answer.error.data?.fields?.version?.code).toBe('REQUIRED');
      });

      it('refuses a stale version with the record as it is now', async () => {
        const { id } = await samples.record(definition);
        const [one, two] = [await samples.input(fields), await samples.input(fields)];
        expect((await ann.put(`${path}/${id}`, { version: 1, [field]: one[field] })).status).toBe(200);
        const answer = await ben.put(`${path}/${id}`, { version: 1, [field]: two[field] });
        expect([answer.status, answer.code]).toEqual([409, 'DATA_STALE']);
        expect(answer.error.data?.current).toEqual((await ben.get(`${path}/${id}`)).data);
      });

      it.runIf(isThorough(definition))('of ten at once takes one', async () => {
        const { id } = await samples.record(definition);
        const values = await Promise.all(Array.from({ length: 10 }, () => samples.input(fields)));
        const tries = await Promise.all(
          values.map(value => ann.put(`${path}/${id}`, { version: 1, [field]: value[field] })),
        );
        expect(tries.map(one => one.status).sort()).toEqual([200, ...Array(9).fill(409)]);
        const entries = await activities(definition, id);
        expect(entries.filter(entry => entry.action === 'update')).toHaveLength(1);
      });

      it('takes nothing that is the server’s to say', async () => {
        const { id } = await samples.record(definition);
        // Staff who book beyond a rule say why.
        const said = definition.name === 'utility-booking' ? ['reason'] : [];
        const readOnly = Object.keys(fields).filter(name => fields[name]?.readOnly && !said.includes(name));
        for (const names of lots(['_id', 'projectId', 'createdAt', 'deletedAt', 'status', 'keys', ...readOnly])) {
          const answer = await ann.put(`${path}/${id}`, { version: 1, ...allOf(names) });
          expect(answer.status, names.join()).toBe(400);
          expect(Object.keys(answer.error.data?.fields ?? {})).toEqual(expect.arrayContaining([...names]));
        }
        expect((await ann.get(`${path}/${id}`)).data.version).toBe(1);
      });
    });

  if (answers(definition, 'remove') && definition.flags.includes('delete'))
    describe('when removed', () => {
      it('is gone everywhere, told and remembered', async () => {
        const { id } = await samples.record(definition);
        await letGo(definition, id);
        const answer = await ann.delete<{ id: string }>(`${path}/${id}`);
        expect([answer.status, answer.data]).toEqual([200, { id, version: 2 }]);
        expect((await ann.get(`${path}/${id}`)).code).toBe(definition.missingCode ?? 'NOT_FOUND');
        expect(await listed(definition, id)).toBeUndefined();
        if (answers(definition, 'options'))
          expect((await ann.get<Row[]>(`${path}/options?ids[]=${id}`)).data).toEqual([]);
        expect((await ann.delete(`${path}/${id}`)).status).toBe(404);
        expect(await heard(id, 'remove', 2)).toMatchObject({ actor: named(ann), data: { id } });
      });

      it('is not while others refer to it; the refusal says what and how many', async () => {
        const refOf = ({ fields }: Definition) =>
          Object.entries(fields).find(
            ([, one]) => (one.kind === 'ref' || one.kind === 'refs') && one.to === definition.name && !one.readOnly,
          );
        // Parts of a record are removed with it; references that hold in no status prevent nothing.
        const referring = MODULES.filter(other => {
          const ref = refOf(other);
          return ref && !('part' in ref[1] && ref[1].part) && !('holds' in ref[1] && ref[1].holds?.length === 0);
        });
        for (const other of sampleOf(definition, referring, nth, 2)) {
          const ref = refOf(other);
          if (!ref) continue;
          const [name, kind] = ref;
          const input = await samples.input(other.fields);
          const shared = 'alike' in kind && kind.alike;
          const alike = shared ? { [shared]: String(input[shared]) } : {};
          const { id } = await samples.record(definition, { ...('where' in kind && kind.where), ...alike });
          // References that must share a target (the bills of a unit) cannot refer to another record: it would have the same target.
          if (Object.values(other.fields).some(one => 'alike' in one && one.alike === name && one.required)) continue;
          const values = { ...input, [name]: kind.kind === 'refs' ? [id] : id };
          await makeRecord(site.id, other, values);
          await letGo(definition, id);
          const answer = await ann.delete(`${path}/${id}`);
          expect([answer.status, answer.code], other.name).toEqual([409, USED[definition.name] ?? 'IN_USE']);
          expect(answer.error.data).toMatchObject({ module: other.code, entity: other.name, field: name, count: 1 });
          expect(answer.error.message).toContain('1');
        }
      });
    });
});
