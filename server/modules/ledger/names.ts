import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Finding, RULES, type Rule } from './findings.ts';
import { DOCUMENTS } from './read.ts';

const PLACES = {
  entry: [journalEntry],
  unit: [unit],
  bill: [bill],
  service: [service],
  fund: [fund],
  lock: [lockDate],
} as const;

/** What is wrong of a rule, as people call it: `unit A-0101, service DIEN`, `entry 312 of HD-2611-00042`. */
export async function namesOf(projectId: string, rule: Rule, wrong: Finding['wrong']): Promise<string[]> {
  const of = RULES[rule];
  const places = of === 'document' ? Object.values(DOCUMENTS) : PLACES[of];
  const found = new Map<string, Stored>();
  const ids = wrong.flatMap(({ id, serviceId }) => (serviceId ? [id, serviceId] : [id]));
  for (const definition of [...places, service])
    for (const doc of await modelOf(definition)
      .find({ projectId, _id: { $in: ids } })
      .lean<Stored[]>())
      found.set(doc._id, doc);
  const name = (id: string) => {
    const doc = found.get(id);
    if (of === 'entry' && doc) return `${doc.no} of ${doc.documentCode ?? doc.documentId}`;
    if (of === 'lock' && doc) return `${doc.kind} ${doc.lockDataAt ?? doc.transactionLockDate}`;
    return String(doc?.code ?? doc?.name ?? id);
  };
  return wrong.map(({ id, serviceId }) => `${of} ${name(id)}${serviceId ? `, service ${name(serviceId)}` : ''}`);
}
