import type { SheetLine } from '@lobby/shared/modules/handover-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import { drawParts, MARGIN, type Part, picturesPart, RIGHT, ROOM, sizeOf, wordsFor } from '../../../kit/paper/parts.ts';
import type { Pdf } from '../../../kit/paper/pdf.ts';
import { inLanguage } from '../units/ready-made.ts';
import { localDay, type Minutes } from './minutes.ts';

const SIGNATURE = { width: 150, height: 60 };
/** X positions of a line's columns. */
const AT = { item: MARGIN + 8, number: 300, result: 350, note: 420 } as const;

/** Text helpers for minutes in the reader's language. */
function sayer(ctx: Ctx) {
  const { wrapped, words } = wordsFor(ctx);
  const say = (key: string, params: Record<string, unknown> = {}) =>
    text(ctx, `handover-schedule.minutes.${key}`, params);
  const head = (key: string) => words(say(key), { size: 11, weight: 700 }, 16, 8);
  const figure = (value: number | null) => (value === null ? '–' : numberIn(ctx.language, value));
  return { wrapped, words, say, head, figure };
}
type Sayer = ReturnType<typeof sayer>;

function lineParts({ wrapped, say }: Sayer, line: SheetLine, minutes: Minutes): Part[] {
  const small = { size: 9 };
  const item = wrapped(line.item, AT.number - AT.item - 8, small);
  const remark = [line.serial && `${say('serial')} ${line.serial}`, line.note].filter(Boolean).join(' · ');
  const note = remark ? wrapped(remark, RIGHT - AT.note, small) : [];
  const result = line.result ? say(`result.${line.blocking ? 'BLOCKING' : line.result}`) : '–';
  const number = line.quantity === line.quantityFound ? `${line.quantity}` : `${line.quantityFound} / ${line.quantity}`;
  const until = line.warrantyUntil
    ? wrapped(say('until', { day: localDay(line.warrantyUntil) }), RIGHT - AT.note, small)
    : [];
  const rows = Math.max(item.length, note.length + until.length, 1);
  return [
    {
      height: rows * 12 + 3,
      draw(sheet, y) {
        for (const [n, row] of item.entries()) sheet.text(row, AT.item, y + 10 + n * 12, small);
        sheet.text(number, AT.number, y + 10, small);
        sheet.text(result, AT.result, y + 10, { ...small, weight: line.result === 'FAIL' ? 700 : 400 });
        for (const [n, row] of [...note, ...until].entries()) sheet.text(row, AT.note, y + 10 + n * 12, small);
        sheet.line(MARGIN, y + rows * 12 + 2, RIGHT, y + rows * 12 + 2, 0.3);
      },
    },
    ...(line.result === 'FAIL'
      ? picturesPart(line.images.flatMap(({ file }) => minutes.pictures.get(file) ?? []))
      : []),
  ];
}

/** Parties and subject of the minutes. */
function introParts(speech: Sayer, minutes: Minutes): Part[] {
  const { wrapped, words, say, head } = speech;
  const { unit, owner, receiver, present, edition, contractNumber } = minutes;
  const isRefused = edition.result === 'NOT_ACCEPTED';
  const person = (party: Minutes['owner']) =>
    party ? `${party.name}${party.identifier ? ` · ${say('identifier', { number: party.identifier })}` : ''}` : '–';
  return [
    words(minutes.management, { size: 11, weight: 700 }),
    words(say(isRefused ? 'titleRefused' : 'title'), { size: 16, weight: 700 }, 22, 8),
    words(
      say('subject', { code: minutes.code, round: minutes.round, day: localDay(edition.day), edition: minutes.number }),
    ),
    ...(edition.reason ? [words(say('reason', { reason: edition.reason }), { weight: 700 })] : []),
    head('parties'),
    words(say('owner', { person: person(owner) })),
    ...(receiver ? [words(say('receiver', { person: person(receiver) }))] : []),
    words(say('present', { name: present.name, relation: present.relation ? ` (${present.relation})` : '' })),
    words(say('employee', { name: minutes.employee })),
    head('unit'),
    words(say('place', { code: unit.code, block: unit.block, floor: unit.floor })),
    words(say('areas', { area: unit.area, useArea: unit.useArea })),
    ...(contractNumber ? [words(say('contract', { number: contractNumber }))] : []),
    // The project's own text applies to completed handovers only.
    ...(minutes.text && !isRefused ? [words(' '), ...wrapped(minutes.text, ROOM).map(line => words(line))] : []),
  ];
}

/** Meter readings, items handed over, and the owner's opinion. */
function handedParts(speech: Sayer, minutes: Minutes): Part[] {
  const { words, say, head, figure } = speech;
  const { meters, things: counted, lines } = minutes.edition.parts;
  // After a refusal the keys stay with the building.
  const things = minutes.edition.result === 'NOT_ACCEPTED' ? [] : counted;
  const fails = lines.filter(({ result }) => result === 'FAIL');
  return [
    ...(meters.length > 0 ? [head('meters')] : []),
    ...meters.flatMap(({ name, unitName, value, images }) => [
      words(`${name}: ${figure(value)} ${unitName ?? ''}`.trim()),
      ...picturesPart(images.flatMap(({ file }) => minutes.pictures.get(file) ?? [])),
    ]),
    ...(things.length > 0 ? [head('things')] : []),
    ...things.map(({ name, number, note }) => words(`${name}: ${number ?? '–'}${note ? ` (${note})` : ''}`)),
    head('defects'),
    ...(fails.length === 0 ? [words(say('none'))] : []),
    ...fails.map((fail, n) =>
      words(
        `${n + 1}. ${fail.room} · ${fail.item}${fail.note ? `: ${fail.note}` : ''}${fail.blocking ? ` (${say('result.BLOCKING')})` : ''}`,
      ),
    ),
    head('opinion'),
    words(minutes.opinion ?? say('none')),
    words(say(`outcome.${minutes.edition.result}`), { weight: 700 }, 14, 8),
  ];
}

function signatureParts({ say }: Sayer, minutes: Minutes): Part[] {
  const who = [
    ['owner', minutes.present.name],
    ['employee', minutes.employee],
  ] as const;
  const height = SIGNATURE.height + 64;
  return [
    {
      height,
      draw(sheet, y) {
        for (const [n, [key, name]] of who.entries()) {
          const middle = MARGIN + ROOM * (n / 2 + 0.25);
          sheet.text(say(`sign.${key}`), middle, y + 22, { weight: 700, align: 'middle' });
          const drawn = minutes.signatures[key];
          if (drawn) {
            const size = sizeOf(drawn, SIGNATURE);
            sheet.picture(drawn, middle - size.width / 2, y + 30, size);
          }
          const signed = minutes.signed[key];
          sheet.text(signed?.name ?? name, middle, y + height - 16, { align: 'middle' });
          if (signed) sheet.text(signed.at, middle, y + height - 4, { size: 8, align: 'middle' });
        }
      },
    },
  ];
}

/** Draws the minutes of a handover: parties, rooms with results, meters, items, defects, signatures. */
export async function drawMinutes(ctx: Ctx, pdf: Pdf, original: Minutes): Promise<void> {
  const speech = sayer(ctx);
  const { parts: whole } = original.edition;
  const spoken = (word: string) => inLanguage(word, ctx.language);
  const lines = whole.lines.map(line => ({ ...line, room: spoken(line.room), item: spoken(line.item) }));
  const minutes = { ...original, edition: { ...original.edition, parts: { ...whole, lines } } };
  const rooms = [...Map.groupBy(minutes.edition.parts.lines, ({ room }) => room)];
  const parts = [
    ...introParts(speech, minutes),
    speech.head('lines'),
    ...rooms.flatMap(([room, lines]) => [
      speech.words(room, { weight: 700 }, 15, 4),
      ...lines.flatMap(line => lineParts(speech, line, minutes)),
    ]),
    ...handedParts(speech, minutes),
    ...signatureParts(speech, minutes),
  ];
  await drawParts(ctx, pdf, `${minutes.project} · ${minutes.code}`, parts);
}
