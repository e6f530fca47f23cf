import { DOCUMENT_TYPES, type DocumentType, reportTemplate, VOUCHERS } from '@lobby/shared/modules/report-template.ts';
import type { Doc } from '../kit/store/records.ts';
import { revisionRow, usualForm } from '../modules/template/index.ts';
import { idsOf, recordOf } from './documents.ts';
import { invoiceOfDemo } from './invoice-rules.ts';
import type { Site } from './sites.ts';
import { colleaguesOf } from './staff.ts';

/** Report templates: one of each document type with its signers, and a bilingual fee notice. */
export function papersOfSite(site: Site, at: Date) {
  const [id, revisionId] = [idsOf('report-template', site.key), idsOf('report-template-revision', site.key)];
  const people = colleaguesOf(site).filter(({ active }) => active);
  const withPost = (post: string) =>
    people.find(({ positions }) => positions.some(position => position === post)) ?? null;
  const [manager, accountant] = [withPost('admin'), withPost('accountant')];
  const treasurer = withPost('reception') ?? accountant;
  // Maker and payer or payee are printed from the voucher itself.
  const officers: Readonly<Record<string, typeof manager>> = {
    MANAGER: manager,
    ACCOUNTANT: accountant,
    TREASURER: treasurer,
  };
  const signerOf = (type: DocumentType, role: string) =>
    officers[role] ?? (role === 'PREPARER' && !VOUCHERS.some(voucher => voucher === type) ? accountant : null);
  const forms = DOCUMENT_TYPES.map(type => {
    const form = usualForm(type);
    const signatures = form.signatures.map(signature => ({
      ...signature,
      employeeId: signerOf(type, signature.role)?.id ?? null,
    }));
    const paper = site.key === 'banmai' && form.paper === 'A4' && form.copies === 2 ? 'A5' : form.paper;
    const taxCode = site.key === 'hoasen' ? String(invoiceOfDemo.sellerTaxCode) : null;
    return { ...form, paper, signatures, taxCode, treasurerId: treasurer?.id ?? null };
  });
  const [first] = forms;
  if (first && site.key === 'hoasen')
    forms.push({
      ...first,
      name: 'Song ngữ Việt-Hàn',
      isDefault: false,
      languages: [{ language: 'vi' }, { language: 'ko' }],
    });
  const papers = forms.map((form, n) => recordOf(reportTemplate, site.id, id(n), at, form as object));
  const paperRevisions = papers.map((doc, n) => {
    const { signatures = [], documentType = 'FEE_NOTICE' } = forms[n] ?? {};
    const signers = signatures.map(({ role }) => signerOf(documentType, role)?.name ?? null);
    const by = { projectId: site.id, now: at, actor: { id: accountant?.id ?? '', name: accountant?.name ?? '' } };
    return { ...revisionRow(by, doc as unknown as Doc<typeof reportTemplate>, signers), _id: revisionId(n) };
  });
  return { papers, paperRevisions };
}
