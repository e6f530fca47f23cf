import { PICTURE } from '../../../kit/mail/compose.ts';
import { Markup } from '../../template/index.ts';

const escaped = (words: string) => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
const CELL = 'padding:6px 12px 6px 0;border-bottom:1px solid #D9DEE1;vertical-align:top;text-align:left';

/** Rows as a table of a mail, and one by one for who asks for each; null where there are none. */
export function tableOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly (readonly [name: string, head: string])[],
): Markup | null {
  if (rows.length === 0) return null;
  const cells = (tag: string, said: readonly string[]) =>
    said.map(words => `<${tag} style="${CELL}">${escaped(words)}</${tag}>`).join('');
  const head = cells(
    'th',
    columns.map(([, words]) => words),
  );
  const body = rows.map(
    row =>
      `<tr>${cells(
        'td',
        columns.map(([name]) => String(row[name] ?? '')),
      )}</tr>`,
  );
  return new Markup(
    rows,
    `<table style="width:100%;border-collapse:collapse;margin:0 0 16px"><tr>${head}</tr>${body.join('')}</table>`,
  );
}

/** A code is read off a light ground, whatever the mail program makes of the rest. */
export const pictureTag = (alt: string): string =>
  `<img src="cid:${PICTURE}" alt="${escaped(alt)}" width="240" height="240" style="background:#FFFFFF;border-radius:4px">`;
