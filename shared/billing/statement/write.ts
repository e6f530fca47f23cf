import type { Direction } from './cells.ts';

/** A transaction to be written. */
export interface StatementMovement {
  day: string;
  direction: Direction;
  amount: number;
  content: string;
  reference: string | null;
}
/** A statement to be written: account, opening balance and transactions. */
export interface StatementText {
  account: string;
  opening: number;
  movements: readonly StatementMovement[];
}

const HEADINGS = ['Ngày giao dịch', 'Số tham chiếu', 'Ghi nợ', 'Ghi có', 'Diễn giải'] as const;
const closingOf = ({ opening, movements }: StatementText): number =>
  movements.reduce((sum, { direction, amount }) => sum + (direction === 'IN' ? amount : -amount), opening);
const dayOf = (day: string) => day.split('-').toReversed().join('/');

/** A statement as table rows, headings first. */
export const tableOfStatement = ({ movements }: StatementText): (string | number)[][] => [
  [...HEADINGS],
  ...movements.map(({ day, direction, amount, content, reference }) => [
    dayOf(day),
    reference ?? '',
    direction === 'OUT' ? amount : '',
    direction === 'IN' ? amount : '',
    content,
  ]),
];

const quoted = (cell: string | number) =>
  /[";\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell;

function csvOf(statement: StatementText): string {
  return tableOfStatement(statement)
    .map(row => row.map(quoted).join(';'))
    .join('\n');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function ofxOf(statement: StatementText): string {
  const lines = statement.movements.map(({ day, direction, amount, content, reference }) =>
    [
      `<STMTTRN><TRNTYPE>${direction === 'IN' ? 'CREDIT' : 'DEBIT'}`,
      `<DTPOSTED>${day.replaceAll('-', '')}`,
      `<TRNAMT>${direction === 'IN' ? amount : -amount}`,
      ...(reference ? [`<FITID>${escaped(reference)}`] : []),
      `<MEMO>${escaped(content)}`,
      '</STMTTRN>',
    ].join('\n'),
  );
  return [
    'OFXHEADER:100',
    `<OFX><BANKACCTFROM><ACCTID>${statement.account}</BANKACCTFROM><BANKTRANLIST>`,
    ...lines,
    '</BANKTRANLIST></OFX>',
  ].join('\n');
}

function mt940Of(statement: StatementText): string {
  const first = statement.movements[0]?.day ?? '1970-01-01';
  const short = (day: string) => day.slice(2).replaceAll('-', '');
  const balance = (amount: number) => `${amount < 0 ? 'D' : 'C'}${short(first)}VND${Math.abs(amount)},`;
  return [
    ':20:STATEMENT',
    `:25:${statement.account}`,
    ':28C:1/1',
    `:60F:${balance(statement.opening)}`,
    ...statement.movements.flatMap(({ day, direction, amount, content, reference }) => [
      `:61:${short(day)}${direction === 'IN' ? 'C' : 'D'}${amount},NTRF${reference ? `NONREF//${reference}` : 'NONREF'}`,
      `:86:${content}`,
    ]),
    `:62F:${balance(closingOf(statement))}`,
    '-',
  ].join('\n');
}

/** Writers of the text formats. */
export const WRITTEN = { CSV: csvOf, OFX: ofxOf, MT940: mt940Of } as const;
