import { create } from 'qrcode';
import { linesOf, widthOf } from '../../../kit/paper/letters.ts';
import type { Sheet, Written } from '../../../kit/paper/pdf.ts';
import { type Block, type Frame, HAIR, INK, isNarrow, MUTED, RULE } from './blocks.ts';
import { both, type Chart, type PaperContent, type Say } from './content.ts';
import { type Layout, signatureTitle } from './layout.ts';

/** Size of the payment QR code with its quiet zone: 32 mm at least. */
const QR = 114;
/** Size of the code that leads to the original, and of the text beside it. */
const SMALL_QR = 72;
const HINT = 84;
const QUIET = 4;
const MM = 72 / 25.4;
const STEP = 1.36;

/** Lines of text with their height. */
function linesAt(frame: Frame, words: string, room: number, how: Written) {
  const { size = frame.letter, weight = 400 } = how;
  const lines = words.split('\n').flatMap(line => linesOf(line, room, size, weight, frame.language, how.figures));
  const draw = (sheet: Sheet, x: number, y: number) => {
    sheet.part('P', () => {
      for (const [n, line] of lines.entries())
        sheet.text(line, x, y + size + n * size * STEP, { color: INK, ...how, size });
    });
  };
  return { height: lines.length * size * STEP, draw };
}

/** Letterhead: issuer with logo, identification of the document, and a rule in the accent colour. */
export function headBlock(frame: Frame, { logo, head, accent }: Layout, content: PaperContent): Block {
  const { left, right, letter } = frame;
  const high = isNarrow(frame) ? 26 : 36;
  const wide = logo ? Math.min(high * 2.5, (logo.width / logo.height) * high) : 0;
  const x = left + (wide ? wide + 10 : 0);
  const numbered = [content.code, content.day, ...(content.edition ? [content.edition] : [])];
  const [first = '', ...others] = content.form ?? numbered;
  const beside = isNarrow(frame) ? 0 : 110;
  const parts = head.map((line, n) =>
    linesAt(frame, line, right - x - beside, n === 0 ? { size: letter + 3, weight: 600 } : { color: MUTED }),
  );
  const words = parts.reduce((sum, { height }) => sum + height, 0);
  const body = Math.max(words, wide ? high : 0);
  return {
    height: body + 10 + 14,
    draw(sheet, y) {
      if (logo) sheet.picture(logo, left, y, { width: wide, height: (wide * logo.height) / logo.width }, head[0]);
      let at = y + (body - words) / 2;
      for (const part of parts) {
        part.draw(sheet, x, at);
        at += part.height;
      }
      if (beside) {
        const step = letter * STEP;
        const top = y + (body - (others.length + 1) * step) / 2 + letter;
        sheet.text(first, right, top, { size: letter, weight: 600, align: 'end', color: INK });
        for (const [n, line] of others.entries())
          sheet.text(line, right, top + (n + 1) * step, { size: letter, align: 'end', color: MUTED });
      }
      sheet.line(left, y + body + 10, right, y + body + 10, 1.5, accent);
    },
  };
}

/** Title, addressee and main amount. */
export function titleBlock(frame: Frame, layout: Layout, content: PaperContent, say: Say): Block {
  const { left, right, letter } = frame;
  const { title, documentType, accent, tint } = layout;
  const { box, to = [], form, code, day, edition } = content;
  const narrow = isNarrow(frame);
  const [usual, second] = say(`titles.${documentType}`, { period: content.period ?? '' });
  const wide = box ? (narrow ? right - left : Math.min(219, (right - left) * 0.42)) : 0;
  const room = right - left - (box && !narrow ? wide + 16 : 0);
  const numbered = form || narrow ? both(say('numbered', { code, day })) : '';
  const parts = [
    linesAt(frame, (title ?? usual).trim(), room, { size: letter + 7.5, weight: 600 }),
    ...(second ? [linesAt(frame, second.trim(), room, { color: MUTED })] : []),
    ...(numbered ? [linesAt(frame, numbered, room, { size: letter + 1 })] : []),
    ...(numbered && edition ? [linesAt(frame, edition, room, { color: MUTED })] : []),
    ...to.map((line, n) =>
      linesAt(frame, line, room, n === 0 ? { size: letter + 1.5, weight: 600 } : { color: MUTED }),
    ),
  ];
  const gap = 3;
  const words = parts.reduce((sum, { height }) => sum + height + gap, 0);
  const inside = [
    ...(box
      ? [
          linesAt(frame, both(say(`facts.${box.key}`, content.params)), wide - 24, { color: MUTED }),
          linesAt(frame, box.amount, wide - 24, { size: narrow ? letter + 7 : letter + 10.5, weight: 600 }),
          ...(box.below ? [linesAt(frame, box.below, wide - 24, { weight: 600 })] : []),
        ]
      : []),
  ];
  const boxHigh = box ? inside.reduce((sum, { height }) => sum + height, 0) + 16 : 0;
  const height = (narrow ? words + (box ? boxHigh + 6 : 0) : Math.max(words, boxHigh)) + 8;
  return {
    height,
    draw(sheet, y) {
      let at = y;
      for (const [n, part] of parts.entries()) {
        sheet.part(n === 0 ? 'H1' : 'P', () => part.draw(sheet, left, at));
        at += part.height + gap;
      }
      if (!box) return;
      const [x, top] = narrow ? [left, at + 3] : [right - wide, y];
      sheet.area(x, top, { width: wide, height: boxHigh }, { fill: tint, stroke: accent, radius: 6 });
      let line = top + 7;
      for (const part of inside) {
        part.draw(sheet, x + 12, line);
        line += part.height;
      }
    },
  };
}

/** Facts in two columns; those too long for half the width get a row of their own. */
export function factBlocks(frame: Frame, { facts, params }: PaperContent, say: Say): Block[] {
  const { left, right, letter, language } = frame;
  const size = letter + 0.5;
  const labelled = facts.flatMap(([key, value]) =>
    value ? [{ label: both(say(`facts.${key}`, params)), value }] : [],
  );
  const half = (right - left - 16) / 2;
  const wide = Math.min(
    half * 0.45,
    Math.max(0, ...labelled.map(({ label }) => widthOf(label, size, 400, language) + 10)),
  );
  const rows: (typeof labelled)[] = [];
  const isShort = ({ value }: (typeof labelled)[number]) => widthOf(value, size, 600, language) <= half - wide;
  for (const item of labelled) {
    const last = rows.at(-1);
    const [before] = last ?? [];
    if (last?.length === 1 && before && isShort(before) && isShort(item) && !isNarrow(frame)) last.push(item);
    else rows.push([item]);
  }
  return rows.map(row => {
    const parts = row.map(({ label, value }, n) => {
      const x = left + n * (half + 16);
      const room = (row.length === 1 ? right - left : half) - wide;
      return {
        x,
        label: linesAt(frame, label, wide - 4, { size, color: MUTED }),
        value: linesAt(frame, value, room, { size, weight: 600 }),
      };
    });
    const high = Math.max(...parts.flatMap(({ label, value }) => [label.height, value.height])) + 9;
    return {
      height: high,
      draw(sheet, y) {
        sheet.line(left, y, right, y, 0.5, HAIR);
        for (const { x, label, value } of parts) {
          sheet.part('P', () => {
            label.draw(sheet, x, y + 4.5);
            value.draw(sheet, x + wide, y + 4.5);
          });
        }
      },
    };
  });
}

/** Sums and the amount in words beside each other, as one block. */
export function pairsBlock(
  frame: Frame,
  layout: Layout,
  content: PaperContent,
  say: Say,
  words: readonly (readonly string[])[],
): Block {
  const { left, right, letter } = frame;
  const { since = [], params } = content;
  const sums = content.sums.filter(([key]) => key !== 'carried' || layout.showDebts);
  const narrow = isNarrow(frame);
  const apart = sums.length > 0 && !narrow;
  const wide = narrow ? right - left : Math.min(260, (right - left) * 0.5);
  const room = apart ? right - left - wide - 18 : right - left;
  const blocks = words.flatMap(([label = '', written = '', second = '']) => [
    linesAt(frame, label, room, { color: MUTED }),
    linesAt(frame, written, room, { size: letter + 0.75, weight: 600 }),
    ...(second ? [linesAt(frame, second, room, { size: letter - 0.75, color: MUTED })] : []),
    { height: 4, draw: () => {} },
  ]);
  const rows = [
    ...sums.map(([key, value], n) => ({ key, value, last: n === sums.length - 1 })),
    ...since.map(([key, value], n) => ({ key, value, last: n === since.length - 1 })),
  ].map(({ key, value, last }) => {
    const how = { size: letter + (last ? 1.5 : 0.75), weight: last ? 600 : 400 } as const;
    const figures = widthOf(value, how.size, how.weight, frame.language, true);
    const label = both(say(`facts.${key}`, params));
    return {
      last,
      how,
      value,
      label: linesAt(frame, label, wide - figures - 8, { ...how, color: last ? INK : MUTED }),
    };
  });
  const pad = letter * 0.33;
  const saidHigh = blocks.reduce((sum, { height }) => sum + height + 1.5, 0);
  const sumsHigh = rows.reduce((sum, { label }) => sum + label.height + pad, 4);
  const height = (apart ? Math.max(saidHigh, sumsHigh) : saidHigh + (rows.length > 0 ? sumsHigh : 0)) + 10;
  return {
    height: blocks.length + rows.length > 0 ? height : 0,
    draw(sheet, y) {
      let at = y + 8;
      for (const part of blocks) {
        part.draw(sheet, left, at);
        at += part.height + 1.5;
      }
      let line = apart ? y + 4 : at;
      const from = right - wide;
      for (const { last, how, value, label } of rows) {
        if (last && rows.length > 1) sheet.line(from, line, right, line, 0.75, RULE);
        const at = line + pad / 2;
        sheet.part('P', () => {
          label.draw(sheet, from, at);
          sheet.text(value, right, at + how.size, { ...how, align: 'end', figures: true, color: INK });
        });
        line += label.height + pad;
      }
    },
  };
}

/** Current balance in a frame. */
export function boxBlock(
  frame: Frame,
  { said: title, more, ...standing }: NonNullable<PaperContent['standing']>,
): Block {
  const { left, right, letter } = frame;
  const original = isNarrow(frame) ? undefined : standing.original;
  const aside = original ? SMALL_QR + HINT : 0;
  const width = right - left - 24 - aside;
  const first = linesAt(frame, title, width, { size: letter + 1.5, weight: 600 });
  const second = linesAt(frame, more, width, { color: MUTED });
  const textHigh = first.height + (more ? second.height : 0) + 18;
  const high = original ? Math.max(textHigh, SMALL_QR + 8) : textHigh;
  const hint = original && linesAt(frame, original.hint, HINT - 12, { size: letter - 0.75, color: MUTED });
  return {
    height: high + 12,
    draw(sheet, at) {
      const y = at + 4;
      sheet.area(left, y, { width: right - left, height: high }, { stroke: '#CDD3D8', radius: 6 });
      first.draw(sheet, left + 12, y + 8 + (high - textHigh) / 2);
      if (more) second.draw(sheet, left + 12, y + 8 + (high - textHigh) / 2 + first.height);
      if (!original || !hint) return;
      hint.draw(sheet, right - aside, y + (high - hint.height) / 2);
      drawCode(sheet, original.code, right - SMALL_QR - 4, y + (high - SMALL_QR) / 2, SMALL_QR);
    },
  };
}

/** Draws a QR code with its quiet zone. */
function drawCode(sheet: Sheet, code: string, x: number, y: number, side = QR, alt = 'QR'): void {
  const { size, data } = create(code, { errorCorrectionLevel: 'M' }).modules;
  const dark = (row: number, column: number) => {
    const [r, c] = [row - QUIET, column - QUIET];
    return r >= 0 && c >= 0 && r < size && c < size && data[r * size + c] === 1;
  };
  sheet.squares(dark, size + 2 * QUIET, x, y, side, alt);
}

export const markBlock = ({ left }: Frame, mark: string): Block => ({
  height: QR + 16,
  draw: (sheet, y) => drawCode(sheet, mark, left, y + 6),
});

const CHART = { width: 132, height: 62 };

/** Bar chart by month; the document's month is in the accent colour. */
function drawChart(
  frame: Frame,
  { accent }: Layout,
  { name, unit, bars }: Chart,
  sheet: Sheet,
  x: number,
  y: number,
): void {
  const size = frame.letter - 1.25;
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const each = CHART.width / bars.length;
  const room = CHART.height - 2 * size - 22;
  sheet.text(name, x, y + size, { size, weight: 600, color: INK });
  sheet.text(unit, x + CHART.width, y + size, { size, align: 'end', color: MUTED });
  for (const [n, { label, value, said: figure }] of bars.entries()) {
    const now = n === bars.length - 1;
    const high = Math.max(1, ((value ?? 0) / most) * room);
    const base = y + CHART.height - size - 4;
    const middle = x + each * (n + 0.5);
    const how = { size: size - 0.5, align: 'middle' } as const;
    if (value !== null)
      sheet.area(
        x + each * n + 1.5,
        base - high,
        { width: each - 3, height: high },
        { fill: now ? accent : '#CFE0E3', radius: 1 },
      );
    sheet.text(figure, middle, base - high - 2.5, { ...how, weight: now ? 600 : 400, color: now ? INK : MUTED });
    sheet.text(label, middle, base + size + 1, { ...how, color: MUTED });
  }
}

/** Payment: QR code, bank details, and charts of the consumption. */
export function bankBlock(frame: Frame, layout: Layout, content: PaperContent, say: Say): Block {
  const { left, right, letter } = frame;
  const { bank, qr: code, asked, charts = [] } = content;
  const shown = layout.qr !== 'NONE' && code;
  const side = QR + 8;
  const caption = letter + 6;
  const drawn = isNarrow(frame) || !layout.showMeter || right - left < 480 ? [] : charts.slice(0, 2);
  const x = left + (shown && !isNarrow(frame) ? side + 16 : 0);
  const most = right - (drawn.length > 0 ? CHART.width + 16 : 0) - x;
  const rows = [
    ['name', [bank?.name, bank?.branch].filter(Boolean).join(' · ')] as const,
    ...(['number', 'holder'] as const).map(key => [key, bank?.[key] ?? ''] as const),
    ['amount', (code && asked) || ''] as const,
    ['content', bank?.content ?? ''] as const,
  ].filter(([, value]) => value);
  const labelled = Math.min(90, most * 0.4);
  const lines = rows.map(([key, value]) => ({
    label: linesAt(frame, both(say(`bank.${key}`)), labelled - 6, { color: MUTED }),
    value: linesAt(frame, value, most - labelled, {
      weight: 600,
      color: key === 'content' ? layout.accent : INK,
    }),
  }));
  const hint = shown ? linesAt(frame, say('bank.hint')[0], most, { size: letter - 0.25, color: MUTED }) : null;
  const textHigh =
    lines.reduce((sum, row) => sum + Math.max(row.label.height, row.value.height) + 3, 0) + (hint?.height ?? 0);
  const codeHigh = shown ? side + caption : 0;
  const beside = isNarrow(frame)
    ? codeHigh + textHigh
    : Math.max(codeHigh, textHigh, drawn.length * (CHART.height + 8));
  return {
    height: beside + 18,
    draw(sheet, y) {
      sheet.line(left, y + 2, right, y + 2, 0.5, '#CDD3D8');
      const top = y + 12;
      if (shown) {
        sheet.area(left, top, { width: side, height: side + caption }, { stroke: '#CDD3D8', radius: 6 });
        drawCode(sheet, code, left + 4, top + 4, QR, say('bank.qr')[0]);
        const under = { size: letter - 0.75, align: 'middle', color: MUTED } as const;
        sheet.text(say('bank.qr')[0], left + side / 2, top + side + letter - 1, under);
      }
      let at = top + (isNarrow(frame) ? codeHigh + 4 : 2);
      for (const { label, value } of lines) {
        sheet.part('P', () => {
          label.draw(sheet, x, at);
          value.draw(sheet, x + labelled, at);
        });
        at += Math.max(label.height, value.height) + 3;
      }
      hint?.draw(sheet, x, at + 3);
      for (const [n, chart] of drawn.entries())
        sheet.part('P', () =>
          drawChart(frame, layout, chart, sheet, right - CHART.width, top + n * (CHART.height + 8)),
        );
    },
  };
}

/** Signatures: title, hint, room and name. Never alone on a page; in less room if that avoids a new page. */
export function signatureBlocks(frame: Frame, layout: Layout, content: PaperContent, say: Say): Block[] {
  if (layout.signatures.length === 0) return [];
  const large = layout.size.height > 700 && !isNarrow(frame);
  const whole = signatureBlock(frame, layout, content, say, { above: 18, room: (large ? 24 : 16) * MM });
  const tight = signatureBlock(frame, layout, content, say, { above: 10, room: 11 * MM });
  return [{ ...whole, tight, follows: true }];
}

function signatureBlock(
  frame: Frame,
  { signatures, languages }: Layout,
  { signers = {} }: PaperContent,
  say: Say,
  { above, room }: { above: number; room: number },
): Block {
  const { left, right, letter } = frame;
  const each = (right - left) / signatures.length;
  const second = languages[1];
  const [how] = say('sign');
  const parts = signatures.map(signature => ({
    title: linesOf(signatureTitle(signature, languages[0]), each - 6, letter + 0.5, 600, languages[0]),
    below: second && !signature.title ? signatureTitle(signature, second) : '',
    how: linesOf(how, each - 6, letter - 1, 400, languages[0]),
    name: linesOf(signature.signer ?? signers[signature.role] ?? '', each - 6, letter, 600, languages[0]),
  }));
  const most = (of: (part: (typeof parts)[number]) => readonly string[]) =>
    Math.max(...parts.map(part => of(part).length));
  const step = letter * STEP;
  const [titles, ways, names] = [most(part => part.title), most(part => part.how), most(part => part.name)];
  return {
    height: above + (titles + ways + names + (second ? 1 : 0)) * step + room,
    draw(sheet, y) {
      for (const [n, { title, below, how: signed, name }] of parts.entries()) {
        const x = left + each * (n + 0.5);
        const middle = { size: letter, align: 'middle', color: INK } as const;
        let at = y + above + letter;
        const down = (lines: readonly string[], rows: number, style: Written) => {
          for (const [row, line] of lines.entries()) sheet.text(line, x, at + row * step, { ...middle, ...style });
          at += rows * step;
        };
        sheet.part('P', () => {
          down(title, titles, { size: letter + 0.5, weight: 600 });
          if (second) down([below], 1, { size: letter - 1.5, color: MUTED });
          down(signed, ways, { size: letter - 1, color: MUTED });
          at += room - step;
          down(name, names, { weight: 600 });
        });
      }
    },
  };
}
