import { label } from '@lobby/shared/modules/label.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../client/kit/base/matches.ts';
import { ApiError } from '../../../client/kit/http/api.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { forgetRecords, rowOf } from '../../../client/kit/records/records.ts';
import { Conflicting, createRecord, newIntent, saveRecord } from '../../../client/kit/ui/form/save-record.ts';

const scope = { projectId: 'p1' };
const id = '0123456789abcdef01234567';

/** Simulated server: idempotency keys on create, versions on edits. `lose` drops that many responses. */
function serve() {
  const records = new Map<string, Row>();
  const keys = new Map<string, { body: string; row: Row }>();
  const calls: string[] = [];
  let lost = 0;
  const refuse = (status: number, code: string, data?: unknown) =>
    Response.json({ code, error: { statusCode: status, code, message: '', data } }, { status });
  const done = (row: Row) => Response.json({ code: 'SUCCESS', data: row });

  function create(key: string, body: string): Response {
    const known = keys.get(key);
    if (known && known.body !== body) return refuse(422, 'IDEMPOTENCY_KEY_REUSED');
    if (known) return done(known.row);
    const values: Record<string, unknown> = JSON.parse(body);
    if (values.name === '') return refuse(400, 'VALIDATION_FAILED', { fields: { name: { code: 'REQUIRED' } } });
    const row: Row = { id: `${id.slice(0, -1)}${records.size}`, version: 1, updatedAt: '', ...values };
    records.set(row.id, row);
    keys.set(key, { body, row });
    return done(row);
  }

  function edit(row: Row, body: string): Response {
    const { version, ...values }: Record<string, unknown> = JSON.parse(body);
    if (version !== row.version) return refuse(409, 'DATA_STALE', { current: row });
    return done(store({ ...row, ...values, version: row.version + 1 }));
  }

  const store = (row: Row) => {
    records.set(row.id, row);
    return row;
  };

  transport.fetch = async (url, init) => {
    const path = url.replace('/api/label', '');
    calls.push(`${init.method} ${init.body ?? ''}`.trim());
    const row = records.get(path.slice(1));
    const body = String(init.body ?? '');
    const answer =
      init.method === 'POST'
        ? create(new Headers(init.headers).get('Idempotency-Key') ?? '', body)
        : !row
          ? refuse(404, 'NOT_FOUND')
          : init.method === 'PUT'
            ? edit(row, body)
            : done(row);
    if (lost-- > 0) throw new TypeError('the answer is lost');
    return answer;
  };
  return {
    records,
    calls,
    store,
    lose: (answers: number) => {
      lost = answers;
    },
  };
}

let server: ReturnType<typeof serve>;
const values = { name: 'A', shortName: 'A', type: 'TASK', groupId: null, color: 'grey' };
const base: Row = { id, version: 3, updatedAt: '', ...values };

beforeEach(() => {
  forgetRecords();
  server = serve();
});

describe('creating', () => {
  it('keeps the record that was answered', async () => {
    const row = await createRecord(label, scope, values, newIntent());
    expect(rowOf('label', row.id)).toEqual(row);
  });

  it('comes true once although the answer was lost', async () => {
    const intent = newIntent();
    server.lose(1);
    await expect(createRecord(label, scope, values, intent)).rejects.toMatchObject({ code: 'FAIL' });
    await createRecord(label, scope, values, intent);
    expect(server.records.size).toBe(1);
  });

  it('takes over what was changed between two tries of which the first arrived', async () => {
    const intent = newIntent();
    server.lose(2);
    await createRecord(label, scope, values, intent).catch(() => undefined);
    await createRecord(label, scope, { ...values, name: 'B' }, intent).catch(() => undefined);
    const row = await createRecord(label, scope, { ...values, name: 'C' }, intent);
    expect(row).toMatchObject({ name: 'C', version: 2 });
    expect([...server.records.values()]).toEqual([row]);
  });

  it('hands on what is refused', async () => {
    const refused = createRecord(label, scope, { ...values, name: '' }, newIntent());
    await expect(refused).rejects.toMatchObject({ fields: { name: { code: 'REQUIRED' } } });
  });
});

describe('an edit', () => {
  const save = (changed: Record<string, unknown>) =>
    saveRecord(label, scope, { values: { ...values, ...changed }, base, fields: label.fields });

  it('sends the version and only what changed', async () => {
    server.store(base);
    await save({ name: 'B' });
    expect(server.calls).toEqual([`PUT ${JSON.stringify({ name: 'B', version: 3 })}`]);
  });

  it('sends nothing when nothing changed', async () => {
    expect(await save({})).toBe(base);
    expect(server.calls).toEqual([]);
  });

  it('goes on over what others changed elsewhere', async () => {
    server.store({ ...base, version: 5, color: 'red' });
    expect(await save({ name: 'B' })).toMatchObject({ name: 'B', color: 'red', version: 6 });
  });

  it('is done when its own first try had arrived', async () => {
    server.store(base);
    server.lose(1);
    await expect(save({ name: 'B' })).rejects.toMatchObject({ code: 'FAIL' });
    expect(await save({ name: 'B' })).toMatchObject({ name: 'B', version: 4 });
    expect(server.records.get(id)?.version).toBe(4);
  });

  it('asks where both changed the same field', async () => {
    server.store({ ...base, version: 4, name: 'T', type: 'UNIT' });
    const conflict = await save({ name: 'B', color: 'red' }).catch(error => error);
    expect(conflict).toBeInstanceOf(Conflicting);
    expect(conflict).toMatchObject({ fields: ['name'], agreed: 2, yours: { name: 'B', color: 'red' } });
    expect(conflict.current).toMatchObject({ version: 4, name: 'T' });
    // The user keeps the current name and saves the rest of the edit.
    const { name: _theirs, ...kept } = conflict.yours;
    const row = await saveRecord(label, scope, { values: kept, base: conflict.current, fields: label.fields });
    expect(row).toMatchObject({ name: 'T', type: 'UNIT', color: 'red', version: 5 });
  });

  it('confirms no past time to a module that never asks for it', async () => {
    server.store(base);
    const edit = { values: { ...values, name: 'B' }, base, fields: label.fields, isMeant: true };
    expect(await saveRecord(label, scope, edit)).toMatchObject({ name: 'B' });
  });

  it('says when the record is gone', async () => {
    const gone = save({ name: 'B' });
    await expect(gone).rejects.toBeInstanceOf(ApiError);
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
