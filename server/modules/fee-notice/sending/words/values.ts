import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { isClaim } from '@lobby/shared/modules/notice-sending.ts';
import { sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import { text } from '../../../../kit/base/messages.ts';
import { buttonTag, escaped, type MailLine } from '../../../../kit/mail/frame.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import { residentLinks } from '../../../../platform/accounts/unsubscribe.ts';
import type { Project } from '../../../../platform/projects/projects.ts';
import {
  dateOf,
  type Manner,
  Markup,
  moneyOf,
  numberOf,
  Shown,
  todayShown,
  type WordValues,
} from '../../../template/index.ts';
import { lineTitle, type Paper } from '../../papers/papers.ts';
import type { Household } from '../run/households.ts';
import { lateOf } from '../run/reach.ts';
import { pictureTag, tableOf, transferTag } from '../tables.ts';

/** A unit with the names of its block and floor. */
export interface Home {
  doc: Doc<typeof unit> | undefined;
  block: string;
  floor: string;
}

/** Data for the text of one notice. */
export interface Reading {
  project: Project;
  household: Household;
  paper: Paper | undefined;
  home: Home;
  /** Codes of earlier notices with an unpaid rest, by month. */
  older: ReadonlyMap<string, string>;
  today: string;
  now: Date;
  /** Base URL for the recipient. */
  base: string;
}

/** Salutation of a resident without a known name. */
const RESIDENT: Readonly<Record<Language, string>> = {
  vi: 'Quý cư dân',
  en: 'resident',
  ja: 'ご入居者',
  zh: '住户',
  ko: '입주민',
};

const noneIfEmpty = (value: string | null | undefined): string | null => value || null;
const areaOf = (value: number | null | undefined, manner: Manner) =>
  typeof value === 'number' ? numberOf(value, manner, ' m²') : null;

function noticeOf({ project, household, paper, older, base }: Reading, manner: Manner, kind: string) {
  const { notice, owed } = household;
  const { language } = manner;
  const money = (amount: number) => moneyOf(amount, manner);
  const total = notice.totalPayment;
  const interest = (paper?.lines ?? []).reduce(
    (sum, { interest: isInterest, total: of }) => sum + (isInterest ? of : 0),
    0,
  );
  const lines = (paper?.lines ?? []).map(line => ({
    service: line.service,
    quantity: line.quantity === null ? '' : numberOf(line.quantity, manner),
    unitPrice: line.quantity === null ? '' : line.unitName,
    amount: money(line.total),
    vat: money(line.vat),
  }));
  const debts = household.unpaid.filter(({ month }) => month < notice.month);
  const byMonth = [...Map.groupBy(debts, ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const debtRows = byMonth.map(([month, rows]) => ({
    code: older.get(month) ?? '',
    month: dateOf(month),
    remaining: money(rows.reduce((sum, { remaining }) => sum + remaining, 0)),
  }));
  const say = (key: string, params?: Record<string, unknown>) => text(language, `report-template.print.${key}`, params);
  return {
    code: notice.code ?? '',
    month: dateOf(notice.feeMonth ?? notice.month),
    total: money(total),
    new: money(notice.newTotal),
    debt: money(notice.debtTotal),
    interest: money(interest),
    // Payments of this notice only, not of the unit's other bills.
    paid: money(Math.max(0, total - (paper?.left ?? owed))),
    remaining: money(owed),
    totalInWords: amountInWords(total, language, project.billing?.amountWords),
    remainingInWords: amountInWords(owed, language, project.billing?.amountWords),
    sending: dateOf(notice.sendingDate ?? notice.day),
    due: dateOf(notice.dueDate),
    debtDue: dateOf(notice.debtDueDate),
    closing: dateOf(notice.closingDate),
    lines: tableOf(lines, kind !== 'NORMAL' ? owedLines(household, manner) : paper ? mailLines(paper, manner) : []),
    debts: tableOf(
      debtRows,
      debtRows.map(debtRow => ({
        name: `${say('facts.carried')} ${debtRow.month}`,
        detail: debtRow.code,
        value: String(debtRow.remaining),
      })),
    ),
    qr: paper?.qr && owed > 0 ? new Markup('qr', pictureTag(text(language, 'fee-notice.paper.qr'))) : null,
    link: linkTag(`${base}/resident/bills`, manner),
  };
}

/** Lines of a notice in its mail; new items and debts minus payments add up to the rest. */
function mailLines(paper: Paper, manner: Manner): MailLine[] {
  const { language } = manner;
  const say = (key: string, params?: Record<string, unknown>) => text(language, `report-template.print.${key}`, params);
  const money = (amount: number) => String(moneyOf(amount, manner)).replace('-', '\u2212');
  const short = (day: string | null) => (day ?? '').split('-').toReversed().join('/').slice(0, 5);
  const charged = paper.newTotal + paper.interestTotal + paper.carried;
  return [
    ...paper.lines.map(line => {
      const used =
        line.interest || line.quantity === null
          ? ''
          : `${numberOf(line.quantity, manner)}\u00a0${line.unitName}`.trim();
      const span =
        line.periodStart && line.periodEnd ? `${short(line.periodStart)}\u00a0–\u00a0${short(line.periodEnd)}` : '';
      return {
        name: whole(line.late ? `${say('facts.interest')} · ${lineTitle(paper, line)}` : lineTitle(paper, line)),
        detail: [used, span, line.adjustment?.reason].filter(Boolean).join(', '),
        value: money(line.total),
      };
    }),
    ...paper.debts.map(({ service, month: of, dueDate, left }) => ({
      name: `${service}\u00a0${String(dateOf(of))}`,
      detail: [say('facts.carried'), dueDate && say('dueOn', { day: String(dateOf(dueDate)) })]
        .filter(Boolean)
        .join(', '),
      value: money(left),
    })),
    ...(paper.left < charged ? [{ name: say('columns.paid'), value: money(paper.left - charged) }] : []),
    { name: say('facts.owed'), value: money(paper.left), total: true },
  ];
}

/** Keeps a month on the line of the name before it. */
const whole = (name: string) => name.replace(/ (?=\d{2}\/\d{4}$)/, '\u00a0');

/** Lines of a reminder: what is still owed alone, the oldest first. */
function owedLines({ unpaid, owed }: Household, manner: Manner): MailLine[] {
  const { language } = manner;
  const say = (key: string, params?: Record<string, unknown>) => text(language, `report-template.print.${key}`, params);
  const money = (amount: number) => String(moneyOf(amount, manner));
  return [
    ...unpaid
      .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
      .map(({ of, late, billed, dueDate, remaining }) => {
        const name = `${calledIn(service, of, language)}\u00a0${String(dateOf(late?.month ?? billed))}`;
        return {
          name: late ? `${say('facts.interest')} · ${name}` : name,
          detail: dueDate && say('dueOn', { day: String(dateOf(dueDate)) }),
          value: money(remaining),
        };
      }),
    { name: say('columns.left'), value: money(owed), total: true },
  ];
}

/** Link: a button in mails, the plain URL elsewhere. */
const linkTag = (href: string, { language, accent }: Manner): Shown =>
  accent ? new Markup(href, buttonTag(href, text(language, 'fee-notice.mail.open'), accent)) : new Shown(href, href);

/** Unsubscribe link, of claims why there is none; null for recipients without a record. */
function offTag({ base, household: { payer } }: Reading, { language, accent }: Manner, kind: string): Shown | null {
  if (!accent || !payer) return null;
  if (isClaim(kind)) {
    const why = text(language, 'fee-notice.mail.claim');
    return new Shown(why, why);
  }
  // Previews have nothing to unsubscribe from.
  const page = base === '#' ? base : residentLinks(base, payer._id, 'fees').page;
  return new Markup(page, `<a href="${escaped(page)}">${escaped(text(language, 'fee-notice.mail.off'))}</a>`);
}

/** Payment details, in mails only. */
function transferShown({ paper, household: { owed } }: Reading, manner: Manner): Shown | null {
  const { language, accent } = manner;
  if (!paper?.bank || !accent) return null;
  // No QR code if several accounts are involved; each has its own on the attached paper.
  if (paper.transfers.length > 1 && owed > 0) {
    const tags = paper.transfers.map(({ bank, amount }) =>
      transferTag({ bank, amount: String(moneyOf(amount, manner)), hasCode: false }, language, accent),
    );
    return new Markup('transfer', tags.join(''));
  }
  const hasCode = paper.qr !== null && owed > 0;
  const amount = hasCode ? String(moneyOf(owed, manner)) : '';
  return new Markup('transfer', transferTag({ bank: paper.bank, amount, hasCode }, language, accent));
}

/** Values of all template variables for a household. */
export function valuesFor(reading: Reading, manner: Manner, kind: string): WordValues {
  const { project, household, paper, home, today, now } = reading;
  const { payer, role, unpaid } = household;
  const { language } = manner;
  const late = lateOf(household, today);
  const months = new Set(unpaid.filter(({ dueDate }) => dueDate && dueDate < today).map(({ month }) => month));
  const rate = Math.max(0, ...unpaid.map(bill => bill.rate));
  const { senderName, senderPhone, replyTo } = sendingOf(project.sending);
  const level = Number(/\d$/.exec(kind)?.[0] ?? 0);
  return {
    unit_group: {
      name: project.name,
      address: noneIfEmpty(project.address),
      hotline: noneIfEmpty(project.hotline),
      email: replyTo,
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
    notice: noticeOf(reading, manner, kind),
    bank: {
      name: paper?.bank?.name ?? null,
      branch: paper?.bank?.branch ?? null,
      accountNumber: paper?.bank?.number ?? null,
      beneficiary: paper?.bank?.holder ?? null,
      content: paper?.bank?.content ?? null,
      transfer: transferShown(reading, manner),
    },
    reminder: {
      level: new Shown(level, String(level)),
      daysOverdue: numberOf(late.days, manner),
      noticeCount: numberOf(months.size, manner),
      amount: moneyOf(household.owed, manner),
      due: dateOf(late.due),
    },
    lateFee: {
      rate: numberOf(rate, manner, ' %'),
      days: numberOf(late.days, manner),
      amount: moneyOf(late.fee, manner),
      due: dateOf(late.due),
    },
    sender: {
      name: senderName ?? (project.management || project.name),
      phone: senderPhone ? readPhone(senderPhone) : noneIfEmpty(project.hotline),
      email: replyTo,
    },
    today: todayShown(now, project.timeZone, language),
    unsubscribe: { link: offTag(reading, manner, kind) },
  };
}
