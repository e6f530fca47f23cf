/** Purposes of templates: fee notices, reminders, late fees, and the layout of all mails of a project. */
export const TEMPLATE_PURPOSES = [
  'NORMAL',
  'REMIND_DEBT_1',
  'REMIND_DEBT_2',
  'REMIND_DEBT_3',
  'LATE_FEE',
  'LAYOUT',
] as const;
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number];

/** The channels whose words a project writes; by Zalo it is said as by short message, and paper has its own form. */
export const TEMPLATE_CHANNELS = ['EMAIL', 'SMS', 'APP'] as const;
export type TemplateChannel = (typeof TEMPLATE_CHANNELS)[number];

/** Where words go: a mail, a short message, the app, Zalo, paper. */
export const WORD_PLACES = ['EMAIL', 'SMS', 'APP', 'ZALO', 'PRINT'] as const;
export type WordPlace = (typeof WORD_PLACES)[number];

export type VariableKind = 'text' | 'number' | 'money' | 'date' | 'table' | 'image' | 'link';

/** A variable of a text, filled in per reader. */
export interface TemplateVariable {
  name: string;
  kind: VariableKind;
  places: readonly WordPlace[];
  /** Absent: of all purposes. */
  purposes?: readonly TemplatePurpose[];
  /** The columns of a table. */
  columns?: readonly string[];
}

const SHORT: Readonly<Record<string, WordPlace>> = { E: 'EMAIL', S: 'SMS', A: 'APP', Z: 'ZALO', P: 'PRINT' };
const REMINDERS = ['REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3'] as const;

const group = (
  prefix: string,
  places: string,
  kinds: Readonly<Record<string, VariableKind>>,
  purposes?: readonly TemplatePurpose[],
): TemplateVariable[] =>
  Object.entries(kinds).map(([name, kind]) => ({
    name: prefix ? `${prefix}.${name}` : name,
    kind,
    places: [...places].flatMap(letter => SHORT[letter] ?? []),
    ...(purposes && { purposes }),
  }));

const text = 'text' as const;
const money = 'money' as const;
const date = 'date' as const;
const number = 'number' as const;

/** The closed list of variables. It only grows: templates that are in use name them. */
export const VARIABLES: readonly TemplateVariable[] = [
  ...group('unit_group', 'ESAZP', { name: text, address: text, hotline: text, email: text }),
  ...group('unit_group', 'EP', { management: text }),
  ...group('unit', 'ESAZP', { code: text, name: text, block: text, floor: text }),
  ...group('unit', 'EP', { area: number, useArea: number }),
  ...group('member', 'ESAZP', { name: text }),
  ...group('member', 'EP', { role: text, language: text }),
  ...group('notice', 'ESAZP', { code: text, month: date }),
  ...group('notice', 'ESAZP', {
    total: money,
    new: money,
    debt: money,
    interest: money,
    paid: money,
    remaining: money,
  }),
  ...group('notice', 'EP', { totalInWords: text, remainingInWords: text }),
  ...group('notice', 'ESAZP', { sending: date, due: date, debtDue: date, closing: date }),
  ...group('notice', 'EP', { lines: 'table', debts: 'table', qr: 'image' }),
  ...group('notice', 'ESAZ', { link: 'link' }),
  ...group('bank', 'ESAZP', { name: text, branch: text, accountNumber: text, beneficiary: text, content: text }),
  ...group('bank', 'E', { transfer: 'image' }),
  ...group('reminder', 'ESAZP', { level: number, daysOverdue: number, noticeCount: number, amount: money }, REMINDERS),
  ...group('lateFee', 'ESAZP', { rate: number, days: number, amount: money }, ['LATE_FEE']),
  ...group('sender', 'ESAP', { name: text, phone: text, email: text }),
  ...group('', 'ESAZP', { today: date }),
  ...group('today', 'ESAZP', { long: text }),
  ...group('unsubscribe', 'E', { link: 'link' }, ['NORMAL', 'REMIND_DEBT_1', 'REMIND_DEBT_2', 'LAYOUT']),
  ...group('', 'E', { content: 'table' }, ['LAYOUT']),
].map(one =>
  one.name === 'notice.lines'
    ? { ...one, columns: ['service', 'quantity', 'unitPrice', 'amount', 'vat'] }
    : one.name === 'notice.debts'
      ? { ...one, columns: ['code', 'month', 'remaining'] }
      : one,
);

/** The variables that words of a purpose may name at a place. */
export const variablesFor = (purpose: TemplatePurpose, place: WordPlace): TemplateVariable[] =>
  VARIABLES.filter(({ places, purposes }) => places.includes(place) && (purposes?.includes(purpose) ?? true));

/** The group of a variable: what stands before its dot, `other` where nothing does. */
export function groupOf({ name }: TemplateVariable): string {
  const [group = '', rest] = name.split('.');
  return rest === undefined || group === 'today' || group === 'unsubscribe' ? 'other' : group;
}
