import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { addPapers } from '../modules/template/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  projectId: string;
  paper?: string;
  status?: string;
  building?: string | null;
  foot?: string | null;
  showQr?: boolean;
  showBank?: boolean;
  signatures?: { title: string; signer?: string | null }[];
  usedAt?: Date | null;
}

const MANAGER = /trưởng|giám|manager/i;
const ACCOUNTANT = /kế toán|account/i;
const roleOf = (title: string) =>
  MANAGER.test(title) ? 'MANAGER' : ACCOUNTANT.test(title) ? 'ACCOUNTANT' : 'PREPARER';

/** Papers get the types, sizes, languages and signatures of now, and each project one default of each type. */
export const looksOfPapers: Migration = {
  name: '2026-11-26 looks of papers',
  async run() {
    const rows = db().collection<Old>(collectionOf(reportTemplate));
    const taken = new Set<string>();
    for await (const doc of rows.find({ documentType: { $exists: false } } as object).sort({ usedAt: -1 })) {
      const documentType = doc.paper === 'RECEIPT' ? 'RECEIPT' : 'FEE_NOTICE';
      const slot = `${doc.projectId}:${documentType}`;
      const isDefault = doc.status === 'IN_USE' && !taken.has(slot);
      if (isDefault) taken.add(slot);
      const [name, ...lines] = (doc.building ?? '').split('\n');
      const set = {
        documentType,
        isDefault,
        paper: 'A4',
        orientation: 'PORTRAIT',
        copies: 1,
        revision: 1,
        languages: [{ language: 'vi' }],
        logo: [],
        buildingName: name?.slice(0, 150) || null,
        address: lines.join(', ').slice(0, 300) || null,
        taxCode: null,
        phone: null,
        email: null,
        title: null,
        intro: null,
        closing: null,
        columns: [],
        showMeter: true,
        showDebts: true,
        showAmountInWords: true,
        qr: doc.showQr === false ? 'NONE' : 'BOTTOM',
        treasurerId: null,
        note: null,
        footer: doc.foot?.slice(0, 300) ?? null,
        signatures: (doc.signatures ?? []).map(({ title }) => ({ role: roleOf(title), title, employeeId: null })),
      };
      const unset = { status: '', building: '', foot: '', showQr: '', treasurer: '', usedAt: '' };
      await rows.updateOne({ _id: doc._id }, { $set: set, $unset: unset } as object);
    }
    for (const project of await projects().find().toArray())
      await addPapers(systemCtx(settingsOf(project), clockNow()));
  },
};
