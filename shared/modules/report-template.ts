import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** The papers whose form a project sets. */
export const PAPERS = ['FEE_NOTICE', 'RECEIPT'] as const;
export type PaperKind = (typeof PAPERS)[number];

/** What stands on a paper beside its figures: who sends it, where it is paid, who signs. The one in use counts. */
export const reportTemplate = defineModule({
  name: 'report-template',
  code: 'TEMPLATE',
  path: '/report-template',
  route: 'config-templates',
  icon: 'file',
  menu: { group: 'system', order: 6, key: 'reportTemplates', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'REPORT_TEMPLATE_EXISTS', search: true },
    paper: { kind: 'choice', options: PAPERS, initial: 'FEE_NOTICE' },
    /** In place of the project's name, address and hotline. */
    building: { kind: 'longText', max: 500, detailOnly: true },
    showBank: { kind: 'flag', initial: true },
    showQr: { kind: 'flag', initial: true },
    bankAccountId: { kind: 'ref', to: 'bank-account', detailOnly: true },
    treasurer: { kind: 'text', max: 100 },
    signatures: {
      kind: 'lines',
      max: 4,
      detailOnly: true,
      of: { title: { kind: 'text', max: 60, required: true }, signer: { kind: 'text', max: 100 } },
    },
    foot: { kind: 'longText', max: 1000, detailOnly: true },
    usedAt: { kind: 'instant', readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    IN_USE: { tone: 'done', icon: 'circle-check' },
  },
  initial: 'DRAFT',
  actions: {
    use: { from: ['DRAFT'], to: 'IN_USE', flag: 'updateStatus', key: 'u' },
    retire: { from: ['IN_USE'], to: 'DRAFT', flag: 'updateStatus' },
  },
  list: {
    columns: ['name', 'paper', 'showBank', 'showQr', 'treasurer', 'updatedAt', 'createdAt', 'status'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['status', 'paper'],
    tabs: { all: {}, inUse: { status: { in: ['IN_USE'] } } },
  },
  errors: { REPORT_TEMPLATE_EXISTS: 409 },
});

export type ReportTemplate = DocOf<typeof reportTemplate>;
export type ReportTemplateRow = RowOf<typeof reportTemplate>;

/** What a paper is laid out by. */
export type PaperLayout = Pick<
  ReportTemplateRow,
  'building' | 'showBank' | 'showQr' | 'treasurer' | 'signatures' | 'foot'
>;
