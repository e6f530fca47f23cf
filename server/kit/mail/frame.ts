import type { Language } from '@lobby/shared/kit/languages.ts';
import { text } from '../base/messages.ts';

/** The sender as shown at the head of every mail, and how to reach them. */
export interface Letterhead {
  name: string;
  /** The building, if a company of another name manages it. */
  building: string;
  accent: string;
  /** PNG, base64. */
  logo: string | null;
  foot: string;
}

/** A picture inside a mail. */
export interface Picture {
  alt: string;
  /** PNG, base64. */
  png: string;
}
/** Content ids of pictures inside a mail (RFC 2392): its QR code and the sender's logo. */
export const PICTURE = 'picture';
export const LOGO = 'logo';

/** Colours of the light theme; mail programs do not support CSS variables. */
const INK = '#15191C';
const MUTED = '#56616A';
const HAIR = '#E4E7EA';
const ACCENT = '#0B6673';
const FONT = "'Be Vietnam Pro',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const plainHead = (name: string): Letterhead => ({
  name,
  building: '',
  accent: ACCENT,
  logo: null,
  foot: '',
});

export const escaped = (words: string): string => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** Second line of a letterhead whose first names the company. */
export const managementOf = (name: string, language: Language): string =>
  text(language, 'report-template.print.managementOf', { name });

/** The button of a mail. */
export const buttonTag = (href: string, words: string, accent: string): string =>
  `<a class="button" href="${escaped(href)}" style="display:inline-block;padding:12px 28px;border-radius:8px;background:${accent};color:#FFFFFF;font-size:16px;line-height:24px;font-weight:500;text-decoration:none">${escaped(words)}</a>`;

/** A line of a mail: a name, a smaller detail and a value that never wraps. */
export interface MailLine {
  name: string;
  detail?: string;
  value: string;
  /** Whether it is the sum of the lines above. */
  total?: boolean;
}

const rowOf = ({ name, detail = '', value, total = false }: MailLine): string => {
  const edge = `padding:10px 0;border-top:${total ? `2px solid ${INK}` : `1px solid ${HAIR}`};vertical-align:top`;
  const style = `${edge};font-size:16px;line-height:22px;color:${INK}${total ? ';font-weight:600' : ''}`;
  const below = detail && `<div style="font-size:14px;line-height:20px;color:${MUTED}">${escaped(detail)}</div>`;
  const right = `${style};padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;
  return `<tr><td style="${style}">${escaped(name)}${below}</td><td style="${right}">${escaped(value)}</td></tr>`;
};
export const linesTag = (lines: readonly MailLine[]): string =>
  `<table role="presentation" width="100%" style="width:100%;border-collapse:collapse;margin:8px 0 20px">${lines.map(rowOf).join('')}</table>`;

/** Inline styles of plain markup, since mail programs read styles only at each tag. */
const LOOKS: Readonly<Record<string, string>> = {
  h1: `margin:0 0 4px;font-size:20px;line-height:28px;font-weight:600;color:${INK}`,
  h2: `margin:16px 0;font-size:28px;line-height:36px;font-weight:600;color:${INK};white-space:nowrap`,
  h3: `margin:20px 0 8px;font-size:16px;line-height:24px;font-weight:600;color:${INK}`,
  p: 'margin:0 0 16px',
  ul: 'margin:0 0 16px;padding-left:20px',
  ol: 'margin:0 0 16px;padding-left:20px',
};
const looking = (markup: string): string =>
  markup.replace(/<(h1|h2|h3|p|ul|ol)>/g, (_, tag: string) => `<${tag} style="${LOOKS[tag]}">`);

/** Codes such as A-12.05 or TBP-2611-00042, up to the width of a phone. */
const CODE = /(?<![\p{L}\d-])(?=[^\s\d]*\d)[\p{Lu}\d][\p{L}\d.]*(?:-[\p{L}\d.]*[\p{L}\d])+(?![\p{L}\d-])/gu;
const LONGEST_CODE = 24;
/** Mail programs break lines after a hyphen: keeps codes on one line without changing their characters. */
const wholeCodes = (markup: string): string =>
  markup.replace(/<[^>]*>|[^<]+/g, part =>
    part.startsWith('<')
      ? part
      : part.replace(CODE, code =>
          code.length > LONGEST_CODE ? code : `<span style="white-space:nowrap">${code}</span>`,
        ),
  );

interface Framed {
  language: Language;
  subject: string;
  /** Shown beside the subject in a list of mails. */
  preview: string;
  head: Letterhead;
  /** Markup; everything after its last `<hr>` becomes the footer. */
  content: string;
  foot?: string;
}

/** Many mail programs do not inherit fonts into table cells, so each cell names its own. */
const inFont = (page: string): string =>
  page.replace(/<td(?: ([^>]*?))?(?: style="([^"]*)")>/g, (_, rest: string | undefined, style: string) =>
    style.includes('font-family')
      ? `<td${rest ? ` ${rest}` : ''} style="${style}">`
      : `<td${rest ? ` ${rest}` : ''} style="font-family:${FONT};${style}">`,
  );

/** The frame of a mail: sender, content and contact details in one column that fits a phone. */
export function mailFrame({ language, subject, preview, head, content, foot = '' }: Framed): string {
  const at = content.lastIndexOf('<hr');
  const [inner, below] = at < 0 ? [content, ''] : [content.slice(0, at), content.slice(content.indexOf('>', at) + 1)];
  const small = `font-size:12px;line-height:18px;color:${MUTED}`;
  const logo = head.logo
    ? `<td width="52" style="width:52px;vertical-align:middle"><img src="cid:${LOGO}" alt="" width="40" height="40" style="display:block;border-radius:10px"></td>`
    : '';
  const name = `<td style="vertical-align:middle;font-size:16px;line-height:22px;font-weight:600;color:${INK}">${escaped(head.name)}${
    head.building
      ? `<div style="font-size:14px;line-height:20px;font-weight:400;color:${MUTED}">${escaped(managementOf(head.building, language))}</div>`
      : ''
  }</td>`;
  const reached = head.foot && `<p style="margin:0 0 4px">${escaped(head.foot)}</p>`;
  return inFont(`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light only"><title>${escaped(subject)}</title>
<style>@media (max-width:520px){.outer{padding:0 !important}.card{padding:24px 20px !important;border-radius:0 !important;border-left:0 !important;border-right:0 !important}.button{display:block !important;text-align:center}.half{display:block !important;width:100% !important;padding:0 0 12px !important}.foot{padding:20px !important}}</style></head>
<body style="margin:0;background:#F5F6F7;color:${INK};font:16px/24px ${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" style="border-collapse:collapse"><tr><td class="outer" align="center" style="padding:24px 20px">
<table role="presentation" width="100%" style="max-width:600px;border-collapse:separate;border-spacing:0;text-align:left">
<tr><td class="card" style="background:#FFFFFF;border:1px solid ${HAIR};border-radius:12px;padding:28px 32px;overflow-wrap:anywhere">
<table role="presentation" style="border-collapse:collapse;margin:0 0 24px"><tr>${logo}${name}</tr></table>
${wholeCodes(looking(inner))}
</td></tr>
<tr><td class="foot" style="padding:20px 32px;${small}">${wholeCodes(`${reached}${looking(below)}${foot}`)}</td></tr>
</table></td></tr></table></body></html>
`);
}

/** Embeds the pictures of a mail as data URLs, to show it in a browser. A mail program finds them as attachments. */
export function withPictures(html: string, pictures: { picture?: Picture | null; logo?: string | null }): string {
  const { picture, logo } = pictures;
  const inside = (page: string, name: string, png: string | null | undefined) =>
    png ? page.replaceAll(`cid:${name}`, `data:image/png;base64,${png}`) : page;
  return inside(inside(html, PICTURE, picture?.png), LOGO, logo);
}
