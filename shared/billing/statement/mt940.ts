import { fold } from '../../kit/text-search.ts';
import { readDay } from './cells.ts';
import {
  type LeftOut,
  leftOutAsForeign,
  type Statement,
  type StatementLine,
  saysReversal,
  wordsOf,
} from './statement.ts';

interface Tagged {
  tag: string;
  value: string;
  row: number;
}

/** Fields of a SWIFT text, with continuation lines. */
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

/** A balance, such as `C261120VND1495000,`; null if it has fractions of a dong. */
function balanceOf(value: string | undefined): number | null {
  const [, sign, whole, rest = ''] = /^([CD])\d{6}[A-Z]{3}(\d+),?(\d*)/.exec(value ?? '') ?? [];
  if (!whole || /[1-9]/.test(rest)) return null;
  return sign === 'D' ? -Number(whole) : Number(whole);
}

/** Content of `:86:`: its text, and the payer if it has subfields (`?32`). */
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

/** Account of a message; null if missing. */
const accountOf = (fields: readonly Tagged[]): string | null =>
  wordsOf(
    fields
      .find(({ tag }) => /^25P?$/.test(tag))
      ?.value.split('/')
      .at(-1)
      ?.split('\n')[0],
    40,
  );
/** Currency of a message. */
const currencyOf = (fields: readonly Tagged[]): string | undefined =>
  fields.flatMap(({ tag, value }) =>
    /^6[02][FM]$/.test(tag) ? (/^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? []) : [],
  )[0];

/** Parses SWIFT MT940: one statement per message, which starts at `:20:`, or at `:25:` if it has none. */
export function readMt940(body: string): Statement[] {
  const messages: Tagged[][] = [[]];
  for (const field of fieldsOf(body)) {
    const message = messages.at(-1) as Tagged[];
    const begins =
      field.tag === '20' || (/^25P?$/.test(field.tag) && message.some(({ tag }) => /^(25P?|61)$/.test(tag)));
    if (begins && message.length > 0) messages.push([field]);
    else message.push(field);
  }
  return messages
    .filter(fields => fields.some(({ tag }) => tag !== ''))
    .map(fields => {
      const read = readMessage(fields);
      return (currencyOf(fields) ?? 'VND') === 'VND' ? read : leftOutAsForeign(read);
    });
}

/** Each `:61:` of a message with the `:86:` right after it. */
function readMessage(fields: readonly Tagged[]): Statement {
  const lines: StatementLine[] = [];
  const leftOut: LeftOut[] = [];
  for (const [n, { tag, value, row }] of fields.entries()) {
    if (tag !== '61') continue;
    const [, valueDay = '', , sign, , whole = '', part = '', , rest = '', more = ''] =
      MOVEMENT.exec(value.trim()) ?? [];
    const date = readDay(`20${valueDay}`);
    const amount = Number(whole);
    if (!sign || !date || !Number.isSafeInteger(amount) || amount <= 0 || /[1-9]/.test(part)) {
      leftOut.push({ row, text: value.slice(0, 300), reason: date || !sign ? 'AMOUNT' : 'DAY' });
      continue;
    }
    const next = fields[n + 1];
    const details = detailsOf(next?.tag === '86' ? next.value : more);
    const [ofPayer = '', ofBank = ''] = rest.split('//');
    const reference = [ofBank, ofPayer].map(text => text.trim()).find(text => text && text !== 'NONREF');
    const content = wordsOf(details.words, 500) ?? wordsOf(reference, 500) ?? '-';
    lines.push({
      row,
      day: date.day,
      time: null,
      // A reversal goes in the opposite direction.
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
  const dayOf = (balance = '') => readDay(`20${/^[CD](\d{6})/.exec(balance)?.[1] ?? ''}`)?.day ?? null;
  const valuesOf = (wanted: RegExp) => fields.filter(({ tag }) => wanted.test(tag)).map(({ value }) => value);
  return {
    lines,
    leftOut,
    account: accountOf(fields),
    opening: balanceOf(valuesOf(/^60[FM]$/)[0]),
    closing: balanceOf(valuesOf(/^62[FM]$/).at(-1)),
    closingOn: dayOf(valuesOf(/^62[FM]$/).at(-1)),
  };
}
