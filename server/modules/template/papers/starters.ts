import {
  columnsOf,
  DOCUMENT_TYPES,
  type DocumentType,
  LETTERS,
  reportTemplate,
  type SignatureRole,
  VOUCHERS,
} from '@lobby/shared/modules/report-template.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { build } from '../../../kit/records/records.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Starter } from '../../../platform/projects/building/starters.ts';
import { keepRevisions, revisionRow } from './revisions.ts';

/** Default signers of a document type. */
function signersFor(type: DocumentType): SignatureRole[] {
  if (type === 'RECEIPT') return ['MANAGER', 'ACCOUNTANT', 'TREASURER', 'PREPARER', 'PAYER'];
  if (type === 'PAYSLIP') return ['MANAGER', 'ACCOUNTANT', 'TREASURER', 'PREPARER', 'PAYEE'];
  if (type === 'FEE_NOTICE') return [];
  if (LETTERS.some(letter => letter === type)) return ['MANAGER'];
  return ['PREPARER', 'ACCOUNTANT', 'MANAGER'];
}

type Form = Pick<
  Doc<typeof reportTemplate>,
  | 'name'
  | 'documentType'
  | 'isDefault'
  | 'paper'
  | 'orientation'
  | 'copies'
  | 'languages'
  | 'showBank'
  | 'qr'
  | 'showDebts'
  | 'showMeter'
  | 'showAmountInWords'
  | 'revision'
  | 'columns'
  | 'signatures'
>;

/** Default template of a document type, in Vietnamese. */
export function usualForm(documentType: DocumentType): Form {
  const isLetter = LETTERS.some(letter => letter === documentType);
  return {
    name: text('vi', `report-template.options.documentType.${documentType}`),
    documentType,
    isDefault: true,
    paper: 'A4',
    orientation: 'PORTRAIT',
    copies: VOUCHERS.some(voucher => voucher === documentType) ? 2 : 1,
    languages: [{ language: 'vi' }],
    showBank: isLetter,
    qr: isLetter ? 'BOTTOM' : 'NONE',
    showDebts: true,
    showMeter: true,
    showAmountInWords: true,
    revision: 1,
    columns: columnsOf(documentType).map(column => ({ column })),
    signatures: signersFor(documentType).map(role => ({ role, title: null, employeeId: null })),
  };
}

const made = (ctx: Ctx) => Promise.all(DOCUMENT_TYPES.map(type => build(ctx, reportTemplate, usualForm(type))));
const nobody = (doc: Doc<typeof reportTemplate>) => doc.signatures.map(() => null);

/** A new project has a default template for each document type. */
export const paperStarter: Starter = async ctx => {
  const docs = await made(ctx);
  return {
    made: [{ definition: reportTemplate, docs }],
    also: session =>
      keepRevisions(
        docs.map(doc => revisionRow(ctx, doc, nobody(doc))),
        session,
      ),
  };
};
