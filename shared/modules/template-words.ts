/** Purposes of templates; LAYOUT is the frame of all mails of a project. */
export const TEMPLATE_PURPOSES = [
  'NORMAL',
  'REMIND_DEBT_1',
  'REMIND_DEBT_2',
  'REMIND_DEBT_3',
  'LATE_FEE',
  'LAYOUT',
] as const;
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number];

/** Channels with templates of their own. Zalo uses those of SMS; printed documents have layouts instead. */
export const TEMPLATE_CHANNELS = ['EMAIL', 'SMS', 'APP'] as const;
export type TemplateChannel = (typeof TEMPLATE_CHANNELS)[number];

export const WORD_PLACES = ['EMAIL', 'SMS', 'APP', 'ZALO', 'PRINT'] as const;
export type WordPlace = (typeof WORD_PLACES)[number];

export type VariableKind = 'text' | 'number' | 'money' | 'date' | 'table' | 'image' | 'link';

/** A variable of template texts. */
export interface TemplateVariable {
  name: string;
  kind: VariableKind;
  places: readonly WordPlace[];
  /** Absent: all purposes. */
  purposes?: readonly TemplatePurpose[];
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

/** All variables. Append-only, because stored templates use them. */
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
  ...group('reminder', 'ESAZP', { due: date }, REMINDERS),
  ...group('lateFee', 'ESAZP', { due: date }, ['LATE_FEE']),
].map(variable =>
  variable.name === 'notice.lines'
    ? { ...variable, columns: ['service', 'quantity', 'unitPrice', 'amount', 'vat'] }
    : variable.name === 'notice.debts'
      ? { ...variable, columns: ['code', 'month', 'remaining'] }
      : variable,
);

/** Variables allowed for a purpose and place. */
export const variablesFor = (purpose: TemplatePurpose, place: WordPlace): TemplateVariable[] =>
  VARIABLES.filter(({ places, purposes }) => places.includes(place) && (purposes?.includes(purpose) ?? true));

/** Group of a variable: the part before its dot, otherwise `other`. */
export function groupOf({ name }: TemplateVariable): string {
  const [group = '', rest] = name.split('.');
  return rest === undefined || group === 'today' || group === 'unsubscribe' ? 'other' : group;
}
