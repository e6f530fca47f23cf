/** Content of a template as its form holds it. */
export interface Words {
  purpose: string;
  channel: string;
  language: string;
  subject: string;
  body: string;
  text: string;
  accents: string;
}

const said = (value: unknown) => (typeof value === 'string' ? value : '');

/** Template content in a set of values; missing fields get the defaults of a new template. */
export const wordsIn = (values: Readonly<Record<string, unknown>>): Words => ({
  purpose: said(values.purpose) || 'NORMAL',
  channel: said(values.channel) || 'EMAIL',
  language: said(values.language) || 'vi',
  subject: said(values.subject),
  body: said(values.body),
  text: said(values.text),
  accents: said(values.accents) || 'FOLD',
});
