import { LETTERS, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { usualForm } from '../modules/template/index.ts';
import type { Migration } from './migrate.ts';

const OLD = ['service', 'quantity', 'unitPrice', 'net', 'vat', 'amount'].map(column => ({ column }));

/** The name that stands at the head of every mail by now. */
const NAME = '<p><strong>{{unit_group.name}}</strong></p>';

/** Frames of mails that said the name of the project first leave that to the head of the mail. */
export const framesOfMails: Migration = {
  name: '2026-11-28 frames of mails',
  async run() {
    const rows = db().collection<{ _id: string; body?: string }>(collectionOf(template));
    for await (const { _id, body = '' } of rows.find({ purpose: 'LAYOUT', channel: 'EMAIL' } as object))
      if (body.startsWith(NAME)) await rows.updateOne({ _id }, { $set: { body: body.slice(NAME.length) } });
  },
};

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
