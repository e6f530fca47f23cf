import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Stored } from '../../../kit/store/schema.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import {
  dateOf,
  type Manner,
  Markup,
  moneyOf,
  numberOf,
  Shown,
  todayShown,
  type WordValues,
} from '../../template/index.ts';
import type { Paper } from '../papers.ts';
import type { Household } from './households.ts';
import { lateOf } from './reach.ts';
import { pictureTag, tableOf } from './tables.ts';

/** A home as its words name it. */
export interface Home {
  doc: Stored | undefined;
  block: string;
  floor: string;
}

/** What the words of one notice are filled from, read at one moment. */
export interface Reading {
  project: Project;
  household: Household;
  paper: Paper | undefined;
  home: Home;
  /** Notices of earlier months with something left, by their month. */
  older: ReadonlyMap<string, string>;
  today: string;
  now: Date;
  /** The address of the product for its reader. */
  base: string;
}

/** How somebody is spoken to whose name is not known. */
const RESIDENT: Readonly<Record<Language, string>> = {
  vi: 'Quý cư dân',
  en: 'resident',
  ja: 'ご入居者',
  zh: '住户',
  ko: '입주민',
};

const noneIfEmpty = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const areaOf = (value: unknown, manner: Manner) => (typeof value === 'number' ? numberOf(value, manner, ' m²') : null);

function noticeOf({ project, household, paper, older, base }: Reading, manner: Manner) {
  const { notice, owed } = household;
  const { language } = manner;
  const money = (amount: number) => moneyOf(amount, manner);
  const total = Number(notice.totalPayment);
  const interest = (paper?.lines ?? []).reduce(
    (sum, { interest: isInterest, total: of }) => sum + (isInterest ? of : 0),
    0,
  );
  const lines = (paper?.lines ?? []).map(line => ({
    service: line.service,
    quantity: numberOf(line.quantity, manner),
    unitPrice: line.unitName,
    amount: money(line.total),
    vat: money(line.vat),
  }));
  const debts = household.unpaid.filter(({ month }) => month < String(notice.month));
  const byMonth = [...Map.groupBy(debts, ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const debtRows = byMonth.map(([month, rows]) => ({
    code: older.get(month) ?? '',
    month: dateOf(month),
    remaining: money(rows.reduce((sum, { remaining }) => sum + remaining, 0)),
  }));
  const head = (key: string) => text(language, `fee-notice.${key}`);
  return {
    code: String(notice.code),
    month: dateOf(notice.month),
    total: money(total),
    new: money(Number(notice.newTotal)),
    debt: money(Number(notice.debtTotal)),
    interest: money(interest),
    paid: money(Math.max(0, total - owed)),
    remaining: money(owed),
    totalInWords: amountInWords(total, language, project.billing?.amountWords),
    remainingInWords: amountInWords(owed, language, project.billing?.amountWords),
    sending: dateOf(notice.sendingDate ?? notice.day),
    due: dateOf(notice.dueDate),
    debtDue: dateOf(notice.debtDueDate),
    closing: dateOf(notice.closingDate),
    lines: tableOf(lines, [
      ['service', head('paper.service')],
      ['quantity', head('paper.quantity')],
      ['vat', head('paper.vat')],
      ['amount', head('paper.sum')],
    ]),
    debts: tableOf(debtRows, [
      ['code', head('name')],
      ['month', head('fields.month')],
      ['remaining', head('fields.remaining')],
    ]),
    qr: paper?.qr && owed > 0 ? new Markup('qr', pictureTag(head('paper.qr'))) : null,
    link: linkTag(`${base}/resident`),
  };
}

/** A link as a mail shows it. */
function linkTag(href: string): Shown {
  return new Shown(href, href);
}

/** The values of all variables for a household, read at one moment. */
export function valuesFor(reading: Reading, manner: Manner, kind: string): WordValues {
  const { project, household, paper, home, today, now } = reading;
  const { payer, role, unpaid } = household;
  const { language } = manner;
  const late = lateOf(household, today);
  const months = new Set(unpaid.filter(({ dueDate }) => dueDate && dueDate < today).map(({ month }) => month));
  const rate = Math.max(0, ...unpaid.map(one => one.rate));
  const level = Number(/\d$/.exec(kind)?.[0] ?? 0);
  return {
    unit_group: {
      name: project.name,
      address: noneIfEmpty(project.address),
      hotline: noneIfEmpty(project.hotline),
      email: null,
      management: project.management || project.name,
    },
    unit: {
      code: paper?.unit ?? '',
      name: noneIfEmpty(home.doc?.name) ?? paper?.unit ?? '',
      block: noneIfEmpty(home.block),
      floor: noneIfEmpty(home.floor),
      area: areaOf(home.doc?.area, manner),
      useArea: areaOf(home.doc?.useArea, manner),
    },
    member: {
      name: noneIfEmpty(payer?.name) ?? RESIDENT[language],
      role: role && text(language, `resident.options.role.${role}`),
      language: new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? null,
    },
    notice: noticeOf(reading, manner),
    bank: {
      name: paper?.bank?.name ?? null,
      branch: null,
      accountNumber: paper?.bank?.number ?? null,
      beneficiary: paper?.bank?.holder ?? null,
      content: paper?.bank?.content ?? null,
    },
    reminder: {
      level: new Shown(level, String(level)),
      daysOverdue: numberOf(late.days, manner),
      noticeCount: numberOf(months.size, manner),
      amount: moneyOf(household.owed, manner),
    },
    lateFee: {
      rate: numberOf(rate, manner, ' %'),
      days: numberOf(late.days, manner),
      amount: moneyOf(late.fee, manner),
    },
    sender: { name: project.management || project.name, phone: noneIfEmpty(project.hotline), email: null },
    today: todayShown(now, project.timeZone, language),
    unsubscribe: { link: null },
  };
}
