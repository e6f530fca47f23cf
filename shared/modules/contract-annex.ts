import type { Day } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** Contract terms that an annex can change. */
export const TERMS = ['area', 'price', 'expiryDate', 'remindExpiredDate'] as const;
export type Terms = {
  -readonly [T in (typeof TERMS)[number]]: T extends 'area' | 'price' ? number | null : Day | null;
};

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

function annexFits(values: Record<string, unknown>): FieldErrors {
  const { registerDate, effectiveDate, expiryDate, content } = values;
  const after = (a: unknown, b: unknown) => typeof a === 'string' && typeof b === 'string' && a > b;
  return {
    ...(after(registerDate, effectiveDate) && { registerDate: { code: 'CONTRACT_SIGNED_AFTER_START' } }),
    ...(after(effectiveDate, expiryDate) && { expiryDate: { code: 'CONTRACT_ENDS_BEFORE_START' } }),
    ...(![...TERMS.map(name => values[name]), content].some(isFilled) && {
      content: { code: 'ANNEX_CHANGES_NOTHING' },
    }),
  };
}

/** An annex of a contract. A new area or price applies from the effective date, a new end on signing. */
export const contractAnnex = defineModule({
  name: 'contract-annex',
  code: 'RENTAL_CONTRACT',
  path: '/rental-contract-annex',
  title: 'code',
  matter: 'contractId',
  flags: ['read', 'write', 'delete'],
  fields: {
    contractId: { kind: 'ref', to: 'rental-contract', required: true, part: true, search: true },
    code: { kind: 'text', code: true, max: 50, required: true, unique: true, taken: 'ANNEX_CODE_EXISTS', search: true },
    registerDate: { kind: 'date', begins: 'today', required: true },
    effectiveDate: { kind: 'date', required: true },
    remindExpiredDate: { kind: 'date' },
    expiryDate: { kind: 'date' },
    area: { kind: 'decimal', min: 0.01, max: 1_000_000 },
    price: { kind: 'money' },
    content: { kind: 'longText', max: 2000 },
    attachments: { kind: 'files', max: 5, detailOnly: true },
  },
  list: {
    columns: ['code', 'contractId', 'registerDate', 'effectiveDate', 'expiryDate', 'price', 'area'],
    sorts: ['effectiveDate', 'createdAt'],
    defaultSort: '-effectiveDate',
    filters: ['contractId', 'effectiveDate', 'createdAt'],
    indexed: ['contractId'],
  },
  errors: { ANNEX_CODE_EXISTS: 409, ANNEX_CHANGES_NOTHING: 400, ANNEX_BEFORE_START: 422, ANNEX_AFTER_END: 422 },
  check: annexFits,
});

export type ContractAnnex = DocOf<typeof contractAnnex>;
export type ContractAnnexRow = RowOf<typeof contractAnnex>;
