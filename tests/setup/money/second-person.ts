import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { expect } from 'vitest';
import type { Row } from '../caller.ts';
import type { Site } from '../world.ts';

const SETTINGS = '/payment-method/settings';

/** Sets approval rules with Ann's position as approver, and helpers for rules and requests. */
export async function secondPersonAt({ ann, ben }: Pick<Site, 'ann' | 'ben'>, acts: Readonly<Record<string, number>>) {
  const { data: own } = await ann.get<Row>(`/employee/${ann.id}`);
  const positionIds = own.positionIds as string[];
  const setRules = async (approvalRules: object[]) => {
    const { version } = (await ann.get<Row>(SETTINGS)).data;
    return ann.put(SETTINGS, { approvalRules, version });
  };
  const rules = Object.entries(acts).map(([act, fromAmount]) => ({ act, fromAmount, positionIds, active: true }));
  const set = await setRules(rules);
  expect(set.status, set.text).toBe(200);
  return {
    positionIds,
    setRules,
    approve: (id: unknown, who = ben) => who.put<Row>(`${approvalRequest.path}/${id}/approve`, {}),
    readOne: async (id: unknown) => (await ann.get<Row>(`${approvalRequest.path}/${id}`)).data,
  };
}
