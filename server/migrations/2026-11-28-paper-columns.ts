import { LETTERS, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { usualForm } from '../modules/template/index.ts';
import type { Migration } from './migrate.ts';

const OLD = ['service', 'quantity', 'unitPrice', 'net', 'vat', 'amount'].map(column => ({ column }));

/** Notices whose columns nobody has chosen show the period, the readings and the rate of the tax, too. */
export const columnsOfPapers: Migration = {
  name: '2026-11-28 columns of papers',
  async run() {
    const { columns } = usualForm('FEE_NOTICE');
    await db()
      .collection(collectionOf(reportTemplate))
      .updateMany({ documentType: { $in: LETTERS }, columns: OLD } as object, { $set: { columns } });
  },
};
