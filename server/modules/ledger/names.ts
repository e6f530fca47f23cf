import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { records } from '../../kit/store/records.ts';
import { type Finding, RULES, type Rule } from './check/findings.ts';
import { DOCUMENTS } from './reports/read.ts';

const PLACES = {
  entry: [journalEntry],
  unit: [unit],
  bill: [bill],
  service: [service],
  fund: [fund],
  lock: [lockDate],
} as const;

/** Readable names of wrong items, such as `A-0101 · DIEN` or `312 · HD-2611-00042`; the id if nothing is found. */
export async function namesAmong(
  projectId: string,
  definitions: readonly Definition[],
  wrong: Finding['wrong'],
): Promise<string[]> {
  const found = new Map<string, string>();
  const ids = wrong.flatMap(({ id, serviceId }) => (serviceId ? [id, serviceId] : [id]));
  for (const definition of [...definitions, service])
    for (const doc of await records(definition)
      .withRemoved()
      .find({ projectId }, { _id: { $in: ids } }))
      found.set(doc._id, nameIn(definition, doc));
  const name = (id: string) => found.get(id) ?? id;
  return wrong.map(({ id, serviceId }) => [name(id), ...(serviceId ? [name(serviceId)] : [])].join(' · '));
}

function nameIn(definition: Definition, doc: Readonly<Record<string, unknown>>): string {
  if (definition.name === journalEntry.name) return `${doc.no} · ${doc.documentCode ?? doc.documentId}`;
  if (definition.name === lockDate.name) return String(doc.lockDataAt ?? doc.transactionLockDate);
  // Statement lines are named by their number, as their text may identify payers.
  return String(doc.code ?? doc.reference ?? doc[definition.title] ?? doc._id);
}

/** Readable names of the items that a rule reports. */
export function loadNames(projectId: string, rule: Rule, wrong: Finding['wrong']): Promise<string[]> {
  const of = RULES[rule];
  return namesAmong(projectId, of === 'document' ? Object.values(DOCUMENTS) : PLACES[of], wrong);
}
