import type { Language } from '@lobby/shared/kit/languages.ts';

const escaped = (words: string) => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** Markup as a mail: a page without style sheets, of one column that fits a phone. */
export const mailPage = (language: Language, subject: string, markup: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#F4F6F7;color:#15191C;font:16px/24px 'Be Vietnam Pro',Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;background:#FFFFFF;overflow-wrap:anywhere">
${markup}
</div></body></html>
`;
