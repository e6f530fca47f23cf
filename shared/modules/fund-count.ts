import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** Vietnamese banknotes in use, in VND, largest first. */
export const DENOMINATIONS = [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200] as const;
/** Total in VND. */
export const worthOf = (lines: readonly { value: number; pieces: number }[]): number =>
  lines.reduce((sum, { value, pieces }) => sum + value * pieces, 0);

const FIGURE = { kind: 'money', min: -9_007_199_254_740_991, max: 9_007_199_254_740_991, readOnly: true } as const;

/** A cash count of a fund compared with its ledger balance. Posts nothing; immutable. */
export const fundCount = defineModule({
  name: 'fund-count',
  code: 'FUND',
  path: '/fund-count',
  opens: 'configs-funds?part=counts&id=',
  icon: 'calculator',
  prefix: 'KQ',
  title: 'code',
  matter: 'fundId',
  flags: ['read', 'write', 'export'],
  calls: ['list', 'detail', 'create', 'activities', 'badges', 'export'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    fundId: { kind: 'ref', to: 'fund', required: true, search: true },
    /** Defaults to now. */
    countedAt: { kind: 'instant' },
    denominations: {
      kind: 'lines',
      max: DENOMINATIONS.length,
      detailOnly: true,
      of: {
        value: { kind: 'integer', min: 1, max: 500_000, required: true },
        pieces: { kind: 'integer', min: 0, max: 1_000_000, required: true },
      },
    },
    /** Total of the denominations where given, otherwise the given amount. */
    counted: { kind: 'money', min: 0, max: 1_000_000_000_000 },
    /** Ledger balance of the fund at `countedAt`. */
    book: FIGURE,
    difference: FIGURE,
    countedById: { kind: 'ref', to: 'employee', readOnly: true },
    witnessId: { kind: 'ref', to: 'employee' },
    note: { kind: 'longText', max: 500, detailOnly: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
  },
  list: {
    columns: ['code', 'countedAt', 'fundId', 'book', 'counted', 'difference', 'countedById', 'witnessId', 'createdAt'],
    hidden: ['witnessId', 'createdAt'],
    sorts: ['code', 'countedAt', 'createdAt'],
    defaultSort: '-countedAt',
    filters: ['fundId', 'countedById', 'countedAt', 'createdAt'],
  },
  errors: {
    COUNT_DENOMINATION_UNKNOWN: 400,
    COUNT_SUM_DIFFERS: 422,
    COUNT_IN_FUTURE: 422,
    FUND_NOT_YOURS: 403,
  },
});

export type FundCount = DocOf<typeof fundCount>;
