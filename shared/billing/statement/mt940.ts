import { fold } from '../../kit/text-search.ts';
import { readDay } from './cells.ts';
import { type LeftOut, type Statement, type StatementLine, saysReversal, wordsOf } from './statement.ts';

interface Tagged {
  tag: string;
  value: string;
  row: number;
}

/** The fields of SWIFT text, each with the lines that go on with it. */
function fieldsOf(body: string): Tagged[] {
  const fields: Tagged[] = [];
  for (const [n, line] of body.split(/\r?\n/).entries()) {
    const [, tag, value = ''] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag) fields.push({ tag, value, row: n + 1 });
    else if (/^(-\}?|\{.*)$/.test(line.trim())) fields.push({ tag: '', value: '', row: n + 1 });
    else if (fields.length > 0 && line.trim()) (fields.at(-1) as Tagged).value += `\n${line}`;
  }
  return fields;
}

const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+)(?:,(\d*))?([A-Z][A-Z0-9]{3})?([^\n]*)(?:\n([\s\S]*))?$/;

/** A balance, `C261120VND1495000,`; null where it has a part of a dong. */
function balanceOf(value: string | undefined): number | null {
  const [, sign, whole, rest = ''] = /^([CD])\d{6}[A-Z]{3}(\d+),?(\d*)/.exec(value ?? '') ?? [];
  if (!whole || /[1-9]/.test(rest)) return null;
  return sign === 'D' ? -Number(whole) : Number(whole);
}

/** What `:86:` says: its words, and the payer where it has marks for them (`?32`). */
function detailsOf(value: string) {
  if (!/\?\d{2}/.test(value)) return { words: value.replaceAll('\n', ' '), account: null, name: null };
  const parts = [...value.replaceAll('\n', '').matchAll(/\?(\d{2})([^?]*)/g)];
  const join = (wanted: RegExp) =>
    parts
      .filter(([, tag = '']) => wanted.test(tag))
      .map(([, , text]) => text)
      .join('');
  return { words: join(/^[26]\d$/), account: join(/^31$/), name: join(/^3[23]$/) };
}

/** SWIFT MT940: each `:61:` with the `:86:` that stands right behind it. */
export function readMt940(body: string): Statement {
  const fields = fieldsOf(body);
  const lines: StatementLine[] = [];
  const leftOut: LeftOut[] = [];
  for (const [n, { tag, value, row }] of fields.entries()) {
    if (tag !== '61') continue;
    const [, valueDay = '', , sign, , whole = '', part = '', , rest = '', more = ''] =
      MOVEMENT.exec(value.trim()) ?? [];
    const told = readDay(`20${valueDay}`);
    const amount = Number(whole);
    if (!sign || !told || !Number.isSafeInteger(amount) || amount <= 0 || /[1-9]/.test(part)) {
      leftOut.push({ row, text: value.slice(0, 300), reason: told || !sign ? 'AMOUNT' : 'DAY' });
      continue;
    }
    const next = fields[n + 1];
    const details = detailsOf(next?.tag === '86' ? next.value : more);
    const [own = '', ofBank = ''] = rest.split('//');
    const reference = [ofBank, own].map(text => text.trim()).find(text => text && text !== 'NONREF');
    const content = wordsOf(details.words, 500) ?? wordsOf(reference, 500) ?? '-';
    lines.push({
      row,
      day: told.day,
      time: null,
      // What is reversed went the other way before.
      direction: sign === 'C' || sign === 'RD' ? 'IN' : 'OUT',
      amount,
      content,
      reference: wordsOf(reference, 60),
      virtualAccount: null,
      payerAccount: wordsOf(details.account ?? undefined, 19),
      payerName: wordsOf(details.name ?? undefined, 150),
      payerBank: null,
      balanceAfter: null,
      isReversal: sign.startsWith('R') || saysReversal(fold(content)),
    });
  }
  const valuesOf = (wanted: RegExp) => fields.filter(({ tag }) => wanted.test(tag)).map(({ value }) => value);
  return {
    lines,
    leftOut,
    account: wordsOf(
      valuesOf(/^25P?$/)[0]
        ?.split('/')
        .at(-1)
        ?.split('\n')[0],
      40,
    ),
    opening: balanceOf(valuesOf(/^60[FM]$/)[0]),
    closing: balanceOf(valuesOf(/^62[FM]$/).at(-1)),
  };
}
