import { addDays, nextDay, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { expect } from 'vitest';
import type { Answer, Row } from '../caller.ts';
import { pause } from '../client/socket-client.ts';
import { today } from '../time/days.ts';
import type { Site } from '../world.ts';

/** More than the duration of a test file. */
const LASTS = 3 * 60_000;
/** Today in Vietnam, guaranteed not to change during a test file: waits if midnight is near. */
export async function lastingDay(): Promise<string> {
  const left = startOfDay(nextDay(today()), VIETNAM).getTime() - Date.now();
  if (left < LASTS) await pause(left + 1000);
  return today();
}
export const noonOf = (day: string) => new Date(`${day}T05:00:00Z`);

/** Status and field errors of a refusal. */
export const fault = (answer: Answer<Row>) => [
  answer.status,
  Object.fromEntries(Object.entries(answer.error.data?.fields ?? {}).map(([name, one]) => [name, one.code])),
];

/** Rental contracts and annexes for tests. */
export function contractsOf(site: Site) {
  const { path } = rentalContract;
  let n = 0;
  const valid = (own: Record<string, unknown> = {}, at: Site = site) => ({
    code: `HD-${++n}`,
    unitId: at.unitId,
    rooms: `P${n}`,
    residentId: at.dora.id,
    area: 68.5,
    price: 12_000_000,
    registerDate: addDays(today(), -20),
    startDate: addDays(today(), -10),
    expiryDate: addDays(today(), 300),
    ...own,
  });
  return {
    valid,
    send: (own: Record<string, unknown> = {}) => site.ann.post<Row>(path, valid(own)),
    async made(own: Record<string, unknown> = {}, at: Site = site): Promise<Row> {
      const answer = await at.ann.post<Row>(path, valid(own, at));
      expect(answer.status, answer.text).toBe(201);
      return answer.data;
    },
    read: async (id: string, at: Site = site) => (await at.ann.get<Row>(`${path}/${id}`)).data,
    annexTo: (contractId: string, own: Record<string, unknown> = {}) =>
      site.ann.post<Row>(contractAnnex.path, {
        contractId,
        code: `PL-${++n}`,
        registerDate: today(),
        effectiveDate: today(),
        ...own,
      }),
  };
}
