import { fold } from '../kit/text-search.ts';

/** Money that a statement says came in. */
export interface StatementLine {
  /** `2026-11-30` */
  day: string;
  /** VND, above 0. */
  amount: number;
  content: string;
  reference: string | null;
  counterAccount: string | null;
  counterName: string | null;
}

const text = (value: string | undefined, most: number): string | null => {
  const clean = (value ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  return clean === '' ? null : clean;
};
const entity = (value: string) =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Digits of a day as banks write them; null where it is none. */
function dayOf(written: string): string | null {
  const value = written.trim();
  const [, y, m, d] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/.exec(value) ?? [];
  const [, dd, mm, yyyy] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/.exec(value) ?? [];
  const day = y ? `${y}-${m}-${d}` : yyyy ? `${yyyy}-${mm?.padStart(2, '0')}-${dd?.padStart(2, '0')}` : null;
  return day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day) ? day : null;
}

/** A whole amount as banks write it: `1.500.000`, `1,500,000.00`, `1500000,00`; null where it is none. */
export function amountOf(written: string): number | null {
  const plain = written.replace(/[^\d.,-]/g, '').replace(/([.,])00$/, '');
  if (!/^-?\d{1,3}(?:[.,]\d{3})+$|^-?\d+$/.test(plain)) return null;
  const amount = Number(plain.replace(/[.,]/g, ''));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** OFX, of SGML (1.x) or XML (2.x): each STMTTRN. */
export function readOfx(body: string): StatementLine[] {
  return [...body.matchAll(/<STMTTRN>([\s\S]*?)(?=<\/STMTTRN>|<STMTTRN>|<\/BANKTRANLIST>)/gi)].flatMap(
    ([, own = '']) => {
      const of = (tag: string) => entity(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(own)?.[1]?.trim() ?? '');
      const [day, amount] = [dayOf(of('DTPOSTED')), amountOf(of('TRNAMT').replace(/^\+/, ''))];
      if (!day || amount === null || amount <= 0) return [];
      const content = text([of('MEMO'), of('NAME')].filter(Boolean).join(' '), 300) ?? 'OFX';
      return [
        {
          day,
          amount,
          content,
          reference: text(of('FITID'), 80),
          counterName: text(of('NAME'), 150),
          counterAccount: text(of('ACCTID'), 40),
        },
      ];
    },
  );
}

/** SWIFT MT940: each `:61:` with the `:86:` that follows it. */
export function readMt940(body: string): StatementLine[] {
  const fields = [...`${body}\n:`.matchAll(/:(\d{2}[A-Z]?):([\s\S]*?)(?=\r?\n:|\r?\n-\}|\r?\n-\r?\n)/g)];
  return fields.flatMap(([, tag, value = ''], n) => {
    if (tag !== '61') return [];
    const [, yy, mm, dd, sign, amount, rest = ''] =
      /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])[A-Z]?(\d+(?:,\d*)?)(?:[NFS][A-Z0-9]{3})?([\s\S]*)$/.exec(
        value.trim(),
      ) ?? [];
    const whole = amount ? Number(amount.replace(/,\d*$/, '')) : 0;
    const day = dayOf(`20${yy}-${mm}-${dd}`);
    if ((sign !== 'C' && sign !== 'RD') || !day || !Number.isSafeInteger(whole) || whole <= 0) return [];
    const next = fields[n + 1];
    const content = next?.[1] === '86' ? next[2] : rest;
    const reference = rest.split(/\/\/|\r?\n/).find(one => one.trim() && one.trim() !== 'NONREF');
    return [
      {
        day,
        amount: whole,
        content: text(content, 300) ?? 'MT940',
        reference: text(reference, 80),
        counterAccount: null,
        counterName: null,
      },
    ];
  });
}

/** What buildings' banks call the columns of a statement. */
const HEADINGS: readonly (readonly [keyof StatementLine, readonly string[]])[] = [
  [
    'day',
    ['ngay', 'ngay giao dich', 'ngay gd', 'ngay hieu luc', 'date', 'transaction date', 'posting date', 'value date'],
  ],
  [
    'amount',
    ['ghi co', 'so tien ghi co', 'phat sinh co', 'co', 'credit', 'credit amount', 'tien vao', 'so tien', 'amount'],
  ],
  [
    'content',
    [
      'noi dung',
      'dien giai',
      'mo ta',
      'noi dung giao dich',
      'noi dung chi tiet',
      'description',
      'content',
      'details',
      'remark',
    ],
  ],
  [
    'reference',
    ['so tham chieu', 'ma giao dich', 'so but toan', 'so gd', 'so ct', 'reference', 'ref', 'transaction id', 'ma gd'],
  ],
  ['counterAccount', ['tai khoan doi ung', 'so tai khoan doi ung', 'counter account', 'tk doi ung', 'account']],
  ['counterName', ['ten doi ung', 'ten tai khoan doi ung', 'nguoi chuyen', 'counter name', 'sender', 'payer']],
];
const heading = (value: string): string =>
  fold(value)
    .replace(/\(.*?\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The lines of a table, as a spreadsheet or CSV gives its cells; null where no line names a day, an amount and what it was for. */
export function readTable(rows: readonly (readonly string[])[]): StatementLine[] | null {
  for (const [n, row] of rows.slice(0, 60).entries()) {
    const words = row.map(heading);
    const at = new Map(
      HEADINGS.map(([field, names]) => {
        const name = names.find(one => words.includes(one));
        return [field, name === undefined ? -1 : words.indexOf(name)] as const;
      }),
    );
    if (['day', 'amount', 'content'].some(field => (at.get(field as keyof StatementLine) ?? -1) < 0)) continue;
    const cell = (of: readonly string[], field: keyof StatementLine) => of[at.get(field) ?? -1] ?? '';
    return rows.slice(n + 1).flatMap(own => {
      const [day, amount] = [dayOf(cell(own, 'day')), amountOf(cell(own, 'amount').replace(/^\+/, ''))];
      if (!day || amount === null || amount <= 0) return [];
      return [
        {
          day,
          amount,
          content: text(cell(own, 'content'), 300) ?? '-',
          reference: text(cell(own, 'reference'), 80),
          counterAccount: text(cell(own, 'counterAccount'), 40),
          counterName: text(cell(own, 'counterName'), 150),
        },
      ];
    });
  }
  return null;
}

/** The cells of a CSV, by whichever of comma, semicolon and tab parts its lines. */
export function readCsv(body: string): string[][] {
  const first = body.split(/\r?\n/).find(line => line.trim()) ?? '';
  const sign = [';', '\t', ','].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const rows: string[][] = [[]];
  let [cell, quoted] = ['', false];
  for (let n = 0; n < body.length; n++) {
    const letter = body[n] ?? '';
    if (quoted && letter === '"' && body[n + 1] === '"') {
      cell += '"';
      n++;
    } else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === sign || letter === '\n')) {
      rows.at(-1)?.push(cell.replace(/\r$/, ''));
      cell = '';
      if (letter === '\n') rows.push([]);
    } else cell += letter;
  }
  rows.at(-1)?.push(cell);
  return rows;
}

/** A statement as text, whichever of the formats it is; null where it is none of them. */
export function readStatement(body: string): StatementLine[] | null {
  if (/<OFX>/i.test(body)) return readOfx(body);
  if (/^:61:/m.test(body)) return readMt940(body);
  return readTable(readCsv(body));
}
