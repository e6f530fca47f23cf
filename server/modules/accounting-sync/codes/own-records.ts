import type { Definition } from '@lobby/shared/kit/definition.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { type CodeKind, PAIR_NAMES, TAX_RATES_SENT, USUAL_PAIRS } from '@lobby/shared/modules/sync-kinds.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { type AnyDoc, records } from '../../../kit/store/records.ts';
import { loadProject } from '../../../platform/projects/projects.ts';

/** One of our records that can have a code in the accounting software. */
export interface Own {
  id: string;
  /** Code of the record as staff type it, or its name if it has no code. */
  ours: string;
  label: string;
}

const RECORDS: Readonly<Partial<Record<CodeKind, { definition: Definition; code: string; active?: object }>>> = {
  BLOCK: { definition: block, code: 'name' },
  UNIT: { definition: unit, code: 'code' },
  SERVICE: { definition: service, code: 'code' },
  CATEGORY: { definition: voucherCategory, code: 'code', active: { active: true } },
  FUND: { definition: fund, code: 'code', active: { active: true } },
};
const PAIR = /^(BILL|RECEIPT|PAYSLIP|FUND_TRANSFER|ADVANCE|DEPOSIT|VAT|SURCHARGE|INTEREST)(:[A-Za-z0-9._-]{1,30})?$/;
const MOST = 20_000;

const ownOf = (doc: AnyDoc, name: string): Own => ({
  id: doc._id,
  ours: String(doc[name]),
  label: String(doc.name ?? doc[name]).slice(0, 150),
});

/** All of our records of a kind, optionally limited to these codes. */
export async function ownOfKind(projectId: string, kind: CodeKind, codes?: readonly string[]): Promise<Own[]> {
  const named = (all: Own[]) => (codes ? all.filter(({ ours }) => codes.includes(ours)) : all);
  const held = RECORDS[kind];
  if (held) {
    const { definition, code, active } = held;
    const wanted = { projectId, deletedAt: null, ...active, ...(codes && { [code]: { $in: [...codes] } }) };
    const docs = await records(definition).find({ projectId }, wanted, {
      only: [code, 'name'],
      sort: { [code]: 1 },
      limit: MOST,
    });
    return docs.map(doc => ownOf(doc, code));
  }
  if (kind === 'PROJECT') {
    const project = await loadProject(projectId);
    return named(project ? [{ id: projectId, ours: project.code, label: project.name }] : []);
  }
  if (kind === 'TAX')
    return named(TAX_RATES_SENT.map(rate => ({ id: rate, ours: rate, label: rate === 'KCT' ? rate : `${rate}%` })));
  const pairs = codes ? codes.filter(code => PAIR.test(code)) : Object.keys(USUAL_PAIRS);
  return pairs.map(pair => ({ id: pair, ours: pair, label: PAIR_NAMES[pair] ?? pair }));
}
