import { expect } from 'vitest';
import type { Caller } from '../caller.ts';
import { formOf } from './samples.ts';

/** Imports a list's own export, and asserts that nothing changes. */
export async function expectSameFromExport(who: Caller, path: string): Promise<void> {
  const { body } = await who.file(`${path}/export`);
  const form = formOf([{ name: 'own.xlsx', body }]);
  const { data } = await who.post<{ rows: number }>(`${path}/import/preview?existing=update`, form);
  expect(data.rows).toBeGreaterThan(0);
  expect(data).toMatchObject({ faults: [], created: 0, updated: 0, same: data.rows });
}
