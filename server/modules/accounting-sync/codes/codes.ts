import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import {
  ACCOUNT_NUMBER,
  type CodeKind,
  FOREIGN_CODE,
  longestCode,
  USUAL_PAIRS,
} from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { BehaviourOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Own, ownOfKind } from './own-records.ts';

type CodeValues = Values<typeof syncCode>;
const INVALID = 'ACCOUNTING_CODE_INVALID';

/** Normalises a code to capitals; throws if its length or characters do not fit the accounting software. */
export function foreignCode(kind: CodeKind, typed: string | null | undefined): string {
  const code = (typed ?? '').trim().toUpperCase();
  const max = longestCode(kind);
  if (code.length > max || !FOREIGN_CODE.test(code))
    failFields({ code: { code: INVALID, params: { max } } }, INVALID, { max });
  return code;
}

function accountNumber(name: 'debit' | 'credit', typed: string | null | undefined): string {
  const number = (typed ?? '').trim();
  if (!ACCOUNT_NUMBER.test(number))
    failFields({ [name]: { code: INVALID, params: { max: 10 } } }, INVALID, { max: 10 });
  return number;
}

/** Whether documents were sent with a code; only a unit's code is checked against its own documents. */
const wasSent = (ctx: Ctx, { kind, recordId }: Doc<typeof syncCode>): Promise<boolean> =>
  records(syncReceipt).exists(ctx, {
    status: { $in: ['SUCCESS', 'SYNCED', 'OUT_OF_SYNC'] },
    ...(kind === 'UNIT' && { unitId: recordId }),
  });

/** Completes a code with its owner and its uniqueness keys. */
export async function codeValues(
  ctx: Ctx,
  values: CodeValues,
  doc: Doc<typeof syncCode> | null,
  record?: Own,
): Promise<CodeValues> {
  const whole: CodeValues = { ...doc, ...values };
  const kind = whole.kind ?? failFields({ kind: { code: 'REQUIRED' } });
  const other = doc && (whole.kind !== doc.kind || whole.ours !== doc.ours);
  const [target] = record ? [record] : await ownOfKind(ctx.projectId, kind, [whole.ours ?? '']);
  if (!target && (!doc || other)) failFields({ ours: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  const recordId = target?.id ?? doc?.recordId;
  const pair = kind === 'ACCOUNT_PAIR';
  const account: Pick<CodeValues, 'code' | 'debit' | 'credit'> = pair
    ? { code: null, debit: accountNumber('debit', whole.debit), credit: accountNumber('credit', whole.credit) }
    : { code: foreignCode(kind, whole.code), debit: null, credit: null };
  const moved = doc && (other || (['code', 'debit', 'credit'] as const).some(name => account[name] !== doc[name]));
  if (moved && !values.reason && (await wasSent(ctx, doc))) failFields({ reason: { code: 'REQUIRED' } });
  return {
    ...values,
    ...account,
    ...(target && { label: target.label }),
    recordId,
  };
}

export const codeBehaviour = {
  check: async (ctx, { kind, values, doc }) =>
    kind === 'remove' || kind === 'restore' ? values : codeValues(ctx, values, doc),
} satisfies BehaviourOf<typeof syncCode>;

/** Looks up the codes of our records in the accounting software. */
export interface Codes {
  of: (kind: CodeKind, recordId: string) => string | null;
  pair: (...names: string[]) => readonly [debit: string, credit: string] | null;
}

/** Loads all codes of a project; account pairs fall back to the usual accounts, inactive codes count as missing. */
export async function loadCodes(projectId: string): Promise<Codes> {
  const all = await records(syncCode).find({ projectId }, {}, { patience: 10_000 });
  const byRecord = new Map(all.map(doc => [`${doc.kind}:${doc.recordId}`, doc]));
  return {
    of(kind, recordId) {
      const doc = byRecord.get(`${kind}:${recordId}`);
      return doc && doc.active !== false ? doc.code : null;
    },
    pair(...names) {
      for (const name of names) {
        const doc = byRecord.get(`ACCOUNT_PAIR:${name}`);
        if (doc) return doc.active === false ? null : [doc.debit ?? '', doc.credit ?? ''];
        const usual = USUAL_PAIRS[name];
        if (usual) return usual;
      }
      return null;
    },
  };
}
