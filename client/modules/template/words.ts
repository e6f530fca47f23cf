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

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Template content in a set of values; missing fields get the defaults of a new template. */
export const wordsIn = (values: Readonly<Record<string, unknown>>): Words => ({
  purpose: textOf(values.purpose) || 'NORMAL',
  channel: textOf(values.channel) || 'EMAIL',
  language: textOf(values.language) || 'vi',
  subject: textOf(values.subject),
  body: textOf(values.body),
  text: textOf(values.text),
  accents: textOf(values.accents) || 'FOLD',
});
