import type { Language } from '@lobby/shared/kit/languages.ts';
import { text } from '../../../kit/base/messages.ts';
import { escaped, linesTag, type MailLine, PICTURE } from '../../../kit/mail/frame.ts';
import { Markup } from '../../template/index.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Rows as mail markup that templates can also iterate; null if there are none. */
export const tableOf = (rows: Rows, lines: readonly MailLine[]): Markup | null =>
  rows.length === 0 ? null : new Markup(rows, linesTag(lines));

/** QR image with a white background, so that it stays readable in dark mode. */
export const pictureTag = (alt: string, side = 240): string =>
  `<img src="cid:${PICTURE}" alt="${escaped(alt)}" width="${side}" height="${side}" style="display:block;background:#FFFFFF;border-radius:4px">`;

interface Transfer {
  bank: { name: string; number: string; holder: string; content: string };
  amount: string;
  hasCode: boolean;
}

/** Bank details as a table, with the QR code if available. */
export function transferTag({ bank, amount, hasCode }: Transfer, language: Language, accent: string): string {
  const say = (key: string) => escaped(text(language, key));
  const cell = 'padding:4px 12px 4px 0;font-size:14px;line-height:20px;vertical-align:top';
  const row = (key: string, value: string, style = '') =>
    `<tr><td style="${cell};color:#56616A;white-space:nowrap">${say(`report-template.print.bank.${key}`)}</td><td style="${cell};font-weight:500;${style}">${escaped(value)}</td></tr>`;
  const rows = [
    row('name', bank.name),
    row('number', bank.number),
    row('holder', bank.holder),
    ...(amount ? [row('amount', amount, 'white-space:nowrap')] : []),
    row('content', bank.content, `font-weight:600;color:${accent}`),
  ].join('');
  const code = hasCode
    ? `<td class="half" width="148" style="width:148px;vertical-align:top;padding:0 20px 0 0"><div style="display:inline-block;background:#FFFFFF;border:1px solid #E4E7EA;border-radius:8px;padding:8px">${pictureTag(text(language, 'fee-notice.paper.qr'), 130)}</div></td>`
    : '';
  return `<table role="presentation" width="100%" style="width:100%;border-collapse:separate;border-spacing:0;background:#F7F8F9;border-radius:8px;margin:0 0 20px"><tr><td style="padding:16px 20px 0;font-size:16px;line-height:24px;font-weight:600">${say('fee-notice.mail.transfer')}</td></tr><tr><td style="padding:8px 20px 16px"><table role="presentation" style="border-collapse:collapse"><tr>${code}<td class="half" style="vertical-align:top"><table role="presentation" style="border-collapse:collapse">${rows}</table></td></tr></table></td></tr></table>`;
}
