import { columnsOf, type DocumentType, LETTERS, type PaperColumn } from '@lobby/shared/modules/report-template.ts';
import type { PaperContent } from './content.ts';

type Row = Partial<Record<PaperColumn, string>>;

const SERVICES: readonly Row[] = [
  {
    service: 'Phí quản lý',
    period: '01/11 – 30/11',
    quantity: '72,5 m²',
    unitPrice: '12.000',
    net: '870.000',
    vat: '0',
    amount: '870.000',
  },
  {
    service: 'Nước',
    period: '16/10 – 15/11',
    index: '1.204 – 1.222',
    quantity: '18 m³',
    unitPrice: '7.052',
    net: '126.936',
    vatRate: '5 %',
    vat: '6.347',
    amount: '133.283',
  },
];
const MOVES: readonly Row[] = [
  {
    date: '03/11/2026',
    code: 'PT-2611-00012',
    content: 'A-12.05 nộp phí',
    in: '1.003.283',
    out: '',
    balance: '6.003.283',
  },
  { date: '04/11/2026', code: 'PC-2611-00003', content: 'Mua vật tư', in: '', out: '450.000', balance: '5.553.283' },
];
const SUMS: readonly Row[] = [
  { unit: 'A-12.05', opening: '500.000', in: '1.003.283', out: '1.503.283', balance: '0' },
  { unit: 'A-12.06', opening: '0', in: '870.000', out: '0', balance: '870.000' },
];
const CATEGORIES: readonly Row[] = [
  { category: 'Phí quản lý', in: '412.500.000', out: '', balance: '412.500.000' },
  { category: 'Điện chung', in: '', out: '86.200.000', balance: '326.300.000' },
];

function rowsOf(type: DocumentType): readonly Row[] {
  const columns = columnsOf(type);
  if (LETTERS.some(letter => letter === type)) return SERVICES;
  if (columns.includes('date')) return MOVES;
  if (columns.includes('unit')) return SUMS;
  return columns.includes('category') ? CATEGORIES : [];
}

/** Sample figures for a preview without a record. */
export function samplePaper(type: DocumentType): PaperContent {
  const rows = rowsOf(type);
  const slip = rows.length === 0;
  const letter = LETTERS.some(letterType => letterType === type);
  return {
    code: letter ? 'TBP-2611-00042' : '00042',
    day: '25/11/2026',
    period: '11/2026',
    tables: [{ title: null, rows: rows.map(cells => ({ cells })) }],
    bank: null,
    qr: null,
    facts:
      slip || letter
        ? [
            ['to', 'Nguyễn Trần Thị Phương Thảo'],
            ['unit', 'A-12.05'],
            ...(slip ? ([['reason', 'Phí tháng 11/2026']] as const) : []),
          ]
        : [],
    sums: letter ? [['owed', '1.003.283\u00a0₫']] : [],
    box: slip || letter ? { key: letter ? 'owed' : 'amount', amount: '1.003.283\u00a0₫', below: null } : null,
    amount: slip || letter ? 1_003_283 : null,
  };
}
