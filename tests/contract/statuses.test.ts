import { randomUUID } from 'node:crypto';
import { type Action, answers, type Definition, reasonField, removes } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { valuesFor } from '../setup/contract/act-values.ts';
import { findListed } from '../setup/contract/find-listed.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProved, isThorough } from '../setup/contract/sampling.ts';
import { change } from '../setup/records.ts';
import { type Listener, listen, subscribeAll } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
// Deliveries that are sent again need the templates of the project.
await site.ann.post('/template/built-in', {});
const samples = samplesOf(site);
const { ann, ben } = site;
let live: Listener;

beforeAll(async () => {
  live = await listen(server.url, ben.token);
  await subscribeAll(live, { projectId: site.id });
});

/** A record in a status, brought there by the system. */
async function inStatus(definition: Definition, status: string, action: Action): Promise<Row> {
  const made = await samples.record(definition);
  const moved = definition.statuses && status !== made.status ? { status } : {};
  const values = { ...valuesFor(action, definition), ...moved };
  if (Object.keys(values).length === 0) return made;
  const doc = await change(definition, made.id, values);
  return { ...made, ...moved, version: doc.version };
}

/** Whether the server itself goes on with records in a status, such as a run in progress. */
const goesOn = ({ actions = {} }: Definition, status: string) =>
  Object.values(actions).some(({ by, from }) => by === 'system' && from.includes(status));

/** Brings a record into a status and tries it there; where the server goes on with such records, until it has left one alone meanwhile. `changes`: how often the attempt itself changes it as the system. */
async function tryFrom<T>(
  definition: Definition,
  status: string,
  action: Action,
  attempt: (record: Row) => Promise<T>,
  changes = 0,
): Promise<{ record: Row; tried: T }> {
  for (;;) {
    const record = await inStatus(definition, status, action);
    const tried = await attempt(record);
    if (!goesOn(definition, status)) return { record, tried };
    const { data } = await ann.get<Row[]>(`${definition.path}/${record.id}/activities`);
    const isMoved = data.some(
      ({ version, actor }) => Number(version) > record.version + changes && Object(actor).id === 'system',
    );
    if (!isMoved) return { record, tried };
  }
}

const moving = MODULES.flatMap(definition =>
  Object.entries(definition.actions ?? {}).map(([name, action]): [string, Definition, string, Action] => [
    `${definition.name} ${name}`,
    definition,
    name,
    action,
  ]),
);
const proved = moving.filter(([, definition]) => isProved(definition));
const open = proved.filter(([, , , action]) => action.by !== 'system');
const removable = MODULES.filter(module => isProved(module) && module.statuses && removes(module));
const statusesOf = (definition: Definition) => Object.keys(definition.statuses ?? {});
/** Where an act is tried from: one door stands behind all statuses; of a module without them wherever the record is. */
function begins(definition: Definition, { from }: Action): readonly string[] {
  if (!definition.statuses) return [''];
  return isThorough(definition) ? from : from.slice(0, 1);
}
const doer = (action: Action) => (action.by === 'resident' ? site.dora : ann);
const actorOf = (action: Action) => ({ id: doer(action).id, name: doer(action).name });

it('knows its statuses', () => {
  expect(moving.length).toBeGreaterThan(0);
  for (const [title, definition, , action] of moving)
    if (definition.statuses)
      for (const status of [...action.from, action.to ?? action.from[0] ?? ''])
        expect(statusesOf(definition), title).toContain(status);
    else expect([action.from, action.to], title).toEqual([[], undefined]);
});

describe.each(removable.map(one => [one.name, one] as const))('%s', (_, definition) => {
  it('is removed wherever that is offered', async () => {
    for (const status of definition.removedIn ?? statusesOf(definition)) {
      const made = await samples.record(definition);
      if (status !== made.status) await change(definition, made.id, { status });
      const { code } = await ann.delete(`${definition.path}/${made.id}`);
      // Records that refer to it are found when it is removed.
      expect(['SUCCESS', 'IN_USE'], `${status} ${code}`).toContain(code);
    }
  });
});

describe.each(open)('%s', (_, definition, name, action) => {
  const path = (id: string) => `${definition.path}/${id}/${name}`;

  it.each(begins(definition, action).map(status => [status]))('from %s is done, told and remembered', async status => {
    const { record, tried } = await tryFrom(definition, status, action, async ({ id, version }) => {
      const input = await samples.actionInput(action);
      const sent = [path(id), { ...input, version }, { 'Idempotency-Key': randomUUID() }] as const;
      return { sent, done: await doer(action).put(...sent) };
    });
    const { sent, done } = tried;
    expect([done.status, done.code]).toEqual([200, 'SUCCESS']);
    const again = await doer(action).put(...sent);
    expect(again.status, 'repeated with its key').toBe(200);
    // Work that the act began may have ended by then.
    expect(again.data.version, 'repeated with its key').toBeGreaterThanOrEqual(done.data.version);
    expect(done.data).toMatchObject({ id: record.id, version: record.version + (action.untold ? 0 : 1) });
    if (definition.statuses) expect(done.data.status).toBe(action.to ?? status);
    if (action.reason) expect(done.data[reasonField(action)]).toBe('Because it is so');
    if (action.untold) {
      const { data } = await ann.get<Row[]>(`${definition.path}/${record.id}/activities`);
      return expect(data.map(one => one.action)).not.toContain(name);
    }
    const event = await live.hear(one => one.entityId === record.id && one.action === name);
    expect(event).toMatchObject({ version: record.version + 1, actor: actorOf(action) });
    const shown = await findListed(ann, definition, String(record.id));
    if (action.ends) return expect(shown).toBeUndefined();
    // The counts of work that goes on move without a version.
    const row = goesOn(definition, action.to ?? status) ? expect.anything() : shown;
    if (shown?.version === event.version) expect(event.data).toEqual(row);
    else expect(Number(shown?.version)).toBeGreaterThan(event.version);
    const { data } = await ann.get<Row[]>(`${definition.path}/${record.id}/activities`);
    // Later entries tell the results of the act; the act itself has one entry.
    const at = data.findIndex(({ id }) => id === event.id);
    const own = data[at];
    expect(data.slice(0, at).filter(one => one.action === name)).toEqual([]);
    expect(own).toMatchObject({ id: event.id, action: name, actor: event.actor });
    if (!action.to) return;
    expect(own?.before).toMatchObject({ status });
    expect(own?.after).toMatchObject({ status: action.to });
  });

  it('from any other status is refused with who brought it there', async () => {
    const others = statusesOf(definition).filter(status => !action.from.includes(status));
    for (const status of isThorough(definition) ? others : others.slice(0, 1)) {
      const { record, tried: answer } = await tryFrom(definition, status, action, async ({ id }) =>
        doer(action).put(path(id), await samples.actionInput(action)),
      );
      const code = action.statusCodes?.[status] ?? (status === action.to ? 'STATUS_CHANGED' : 'STATUS_NOT_ALLOWED');
      expect([answer.status, answer.code], status).toEqual([409, code]);
      const by =
        status === definition.initial && answers(definition, 'create')
          ? { id: ann.id, name: ann.name }
          : { id: 'system', name: 'Lobby' };
      expect(answer.error.data).toEqual({ status, version: record.version, by, at: expect.any(String) });
      expect((await ann.get(`${definition.path}/${record.id}`)).data).toMatchObject({
        status,
        version: record.version,
      });
    }
  });

  it.runIf(isThorough(definition))('on a stale version is refused with who was quicker', async () => {
    const { record, tried: answer } = await tryFrom(
      definition,
      action.from[0] ?? '',
      action,
      async made => {
        await change(definition, made.id, { updatedAt: new Date() });
        return doer(action).put(path(made.id), { ...(await samples.actionInput(action)), version: made.version });
      },
      1,
    );
    expect([answer.status, answer.code]).toEqual([409, 'STATUS_CHANGED']);
    expect(answer.error.data).toMatchObject({
      status: record.status || null,
      version: record.version + 1,
      by: { id: expect.any(String), name: expect.stringMatching(/./) },
      at: expect.any(String),
    });
    expect(answer.error.message).not.toContain('{{');
  });

  it('checks its input', async () => {
    const record = await inStatus(definition, action.from[0] ?? '', action);
    const unknown = await doer(action).put(path(record.id), { ...(await samples.actionInput(action)), status: 'X' });
    expect([unknown.status, unknown.error.data?.fields?.status?.code]).toEqual([400, 'UNKNOWN_FIELD']);
    const required = Object.keys(action.input ?? {}).filter(one => action.input?.[one]?.required);
    const names = [...required, ...(action.reason ? ['reason'] : [])];
    // One after another, or all at once where the module is tried by a sample.
    for (const left of isThorough(definition) ? names.map(one => [one]) : names.length > 0 ? [names] : []) {
      const rest = Object.entries(await samples.actionInput(action)).filter(([one]) => !left.includes(one));
      const answer = await doer(action).put(path(record.id), Object.fromEntries(rest));
      for (const one of left)
        expect([answer.status, answer.error.data?.fields?.[one]?.code], one).toEqual([400, 'REQUIRED']);
    }
  });
});

describe.each(proved.filter(([, , , action]) => action.by === 'system'))('%s', (_, definition, name) => {
  it('is nobody’s to do', async () => {
    const { id } = await samples.record(definition);
    for (const who of [ann, site.dora])
      expect((await who.put(`${definition.path}/${id}/${name}`, {})).status).toBe(404);
  });
});
