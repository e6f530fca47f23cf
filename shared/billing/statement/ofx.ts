import { fold } from '../../kit/text-search.ts';
import { type Direction, isForeign, readAmount, readDay } from './cells.ts';
import {
  type LeftOut,
  leftOutAsForeign,
  type Statement,
  type StatementLine,
  saysReversal,
  wordsOf,
} from './statement.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
};
/** Resolves entities of SGML, XML or HTML. */
export const unescaped = (value: string): string =>
  value
    .replace(/&#(\d{1,7});/g, (_all, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&(?:lt|gt|quot|apos|nbsp);/g, name => ENTITIES[name] ?? name)
    .replaceAll('&amp;', '&');

const OUT_KINDS = new Set(['DEBIT', 'FEE', 'SRVCHG', 'PAYMENT', 'ATM', 'CHECK', 'CASH', 'DIRECTDEBIT', 'REPEATPMT']);

/** Parses an OFX amount with a decimal point or comma; some banks use thousands separators nevertheless. */
function amountOf(written: string): number | null {
  const [, sign, whole] = /^([+-]?)\s*(\d+)(?:[.,]0*)?$/.exec(written.trim()) ?? [];
  const read = whole ? { amount: Number(whole), direction: sign === '-' ? 'OUT' : null } : readAmount(written);
  if (!read || !Number.isSafeInteger(read.amount)) return null;
  return read.direction === 'OUT' ? -read.amount : read.amount;
}

const textOf = (text: string, tag: string) =>
  unescaped(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(text)?.[1]?.trim() ?? '');

/** Parses OFX in SGML (1.x) or XML (2.x): each STMTRS is the statement of one account. */
export function readOfx(body: string): Statement[] {
  const parts = body.split(/(?=<STMTRS>)/i);
  const bodies = parts.length > 1 ? parts.slice(1) : parts;
  let before = 0;
  return bodies.map(part => {
    const read = readStatement(part, before);
    before += read.lines.length + read.leftOut.length;
    return isForeign(textOf(part, 'CURDEF')) ? leftOutAsForeign(read) : read;
  });
}

/** Each STMTTRN is a line; `before` is the number of lines in earlier statements of the file. */
function readStatement(body: string, before: number): Statement {
  const lines: StatementLine[] = [];
  const leftOut: LeftOut[] = [];
  const blocks = body.matchAll(/<STMTTRN>([\s\S]*?)(?=<\/STMTTRN>|<STMTTRN>|<\/BANKTRANLIST>)/gi);
  for (const [n, [, block = '']] of [...blocks].entries()) {
    const row = before + n + 1;
    const date = readDay(textOf(block, 'DTAVAIL')) ?? readDay(textOf(block, 'DTPOSTED'));
    const signed = amountOf(textOf(block, 'TRNAMT'));
    if (!date || !signed) {
      leftOut.push({ row, text: block.replace(/\s+/g, ' ').slice(0, 300), reason: date ? 'AMOUNT' : 'DAY' });
      continue;
    }
    const kind = textOf(block, 'TRNTYPE').toUpperCase();
    const direction: Direction = signed < 0 || OUT_KINDS.has(kind) ? 'OUT' : 'IN';
    const content = wordsOf([textOf(block, 'MEMO'), textOf(block, 'NAME')].filter(Boolean).join(' '), 500) ?? '-';
    lines.push({
      row,
      ...date,
      direction,
      amount: Math.abs(signed),
      content,
      reference: wordsOf(textOf(block, 'FITID'), 60),
      virtualAccount: null,
      payerAccount: wordsOf(textOf(block, 'ACCTID'), 19),
      payerName: wordsOf(textOf(block, 'NAME'), 150),
      payerBank: wordsOf(textOf(block, 'BANKID'), 100),
      balanceAfter: null,
      isReversal: saysReversal(fold(content)),
    });
  }
  const head = body.split(/<BANKTRANLIST>/i)[0] ?? '';
  const balance = /<LEDGERBAL>([\s\S]*?)(?=<\/LEDGERBAL>|<AVAILBAL>|<\/STMTRS>)/i.exec(body)?.[1];
  return {
    lines,
    leftOut,
    account: wordsOf(textOf(head, 'ACCTID'), 40),
    opening: null,
    closing: balance ? amountOf(textOf(balance, 'BALAMT')) : null,
    closingOn: readDay(textOf(balance ?? '', 'DTASOF'))?.day ?? null,
  };
}
