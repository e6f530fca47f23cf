import { newId } from '@lobby/server/kit/database/database.ts';
import { holdSync } from '@lobby/server/modules/accounting-sync/index.ts';
import type { Action } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { openAccounting } from '../../../scripts/sandbox/accounting.ts';
import type { Caller, Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import { endAfterwards } from '../server/started.ts';
import type { Site } from '../world.ts';

let office: ReturnType<typeof openAccounting> | null = null;
/** Accounting software without authentication; jobs do not send to it, only tests do. */
async function officeUrl(): Promise<string> {
  if (!office) {
    office = openAccounting({ password: null });
    const { close } = await office;
    holdSync(true);
    endAfterwards(async () => {
      holdSync(false);
      office = null;
      await close();
    });
  }
  return (await office).url;
}

let codes = 0;
/** Values of connections and codes that depend on other records; empty for others. */
export async function syncValues(fields: object, ann: Caller, { record }: Pick<Samples, 'record'>): Promise<object> {
  if (fields === syncConnection.fields) {
    await standBack(ann);
    return { url: await officeUrl(), user: 'lobby', baseUnitCode: 'HSEN', kinds: [{ kind: 'BILL' }] };
  }
  if (fields !== syncCode.fields) return {};
  const { code: ours } = await record(unit);
  return { kind: 'UNIT', ours, code: `KH${++codes}`, debit: undefined, credit: undefined };
}

/** A row for a cancelled document, which needs no codes. */
export const syncRow = (unitId: string): object => ({
  documentKind: 'CANCELLATION',
  documentId: newId(),
  documentCode: `HD-2611-${10_000 + ++codes}`,
  unitId,
  accountingDate: '2026-11-20',
  amount: 1000,
  foreignId: newId(),
  difference: [],
});

const activeOf = async (ann: Caller) =>
  (await ann.get<Row[]>(`${syncConnection.path}?filter[status][]=ACTIVE&limit=100`)).data;
/** Pauses the connections of earlier samples: only one can be active. */
async function standBack(ann: Caller): Promise<void> {
  for (const { id } of await activeOf(ann)) await ann.put(`${syncConnection.path}/${id}/pause`, {});
}

/** Rows can be sent only with an active connection. */
export async function readySync(ann: Caller, samples: Pick<Samples, 'record'>, action: Action): Promise<object> {
  const sends = Object.values(syncReceipt.actions).some(one => one === action);
  if (sends && (await activeOf(ann)).length === 0) await connected(ann, samples);
  return {};
}

async function connected(ann: Caller, samples: Pick<Samples, 'record'>): Promise<Row> {
  const { id, version } = await samples.record(syncConnection);
  const { data: made } = await ann.put<Row>(`${syncConnection.path}/${id}`, { version, secret: 'of-the-sandbox' });
  for (const act of ['test', 'activate']) {
    const done = await ann.put(`${syncConnection.path}/${made.id}/${act}`, {});
    if (done.status !== 200) throw new Error(done.text);
  }
  return made;
}

/** Calls routes of the accounting software that no record needs. */
export async function callSync({ ann }: Pick<Site, 'ann'>, samples: Samples): Promise<void> {
  const { path } = syncConnection;
  const { id, version } = await connected(ann, samples);
  await ann.put(`${path}/${id}`, { version: Number(version) + 2, schedule: 'OFF' });
  const due = await samples.record(bill);
  await ann.put(`${bill.path}/${due.id}/release`, {});
  await ann.get(`${syncCode.path}/missing?kind=UNIT`);
  for (const call of ['suggest', 'fetch']) await ann.post(`${syncCode.path}/${call}`, { kind: 'UNIT' });
  const { code: ours } = await samples.record(unit);
  await ann.put(syncCode.path, { rows: [{ kind: 'UNIT', ours, code: `KH${++codes}` }] });
  await ann.get(`${syncReceipt.path}/summary`);
  await ann.get(`${syncReceipt.path}/error-groups`);
  const rows = await ann.get<Row[]>(`${syncReceipt.path}?limit=1`);
  await ann.post(`${syncReceipt.path}/preview`, { ids: rows.data.map(row => row.id) });
  const going = await ann.get<Row[]>(`${syncRun.path}?filter[status][]=RUNNING&limit=100`);
  for (const one of going.data) await ann.put(`${syncRun.path}/${one.id}/cancel`, {});
  const begun = await ann.post<Row>(syncRun.path, {});
  if (begun.status !== 202) throw new Error(begun.text);
  await ann.get(`${syncRun.path}/${begun.data.id}/rows`);
}
