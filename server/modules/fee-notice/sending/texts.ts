import { readVietQr, vietQr } from '@lobby/shared/billing/vietqr.ts';
import { type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { unaccented } from '@lobby/shared/kit/sms.ts';
import type { NoticeChannel } from '@lobby/shared/modules/notice-run.ts';
import { fillVariables } from '@lobby/shared/modules/template-variables.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { type Project, projects } from '../../../platform/projects/projects.ts';
import { todayOf } from '../../lock-date/index.ts';
import { type ProjectWords, templateFor, wordsOf } from '../../template/index.ts';
import { type Paper, papersOf } from '../papers.ts';
import type { Household } from './households.ts';
import { lateOf } from './reach.ts';

/** What a notice says by mail or short message; who it is for still stands as `{{payer}}`. */
export interface Said {
  subject: string;
  content: string;
  /** The words of the project that it was made from. */
  templateId?: string;
}

/** What the words of notices are made from, read once for many of them. */
export interface Source {
  project: Project;
  papers: ReadonlyMap<string, Paper>;
  words: ProjectWords;
  today: string;
}

export async function sourceOf(ctx: Ctx, households: readonly Household[]): Promise<Source> {
  const [project, words, papers] = await Promise.all([
    projects().findOne({ _id: ctx.projectId }),
    wordsOf(ctx.projectId),
    papersOf(
      ctx,
      households.map(({ notice }) => notice._id),
    ),
  ]);
  if (!project) throw new Error('a run without its project');
  return { project, words, papers: new Map(papers.map(paper => [paper.id, paper])), today: todayOf(ctx) };
}

/** The language of whoever gets it. */
export const languageFor = ({ payer }: Household): Language =>
  typeof payer?.language === 'string' ? languageOf(payer.language) : 'vi';

/** Amounts as a short message can say them: no sign that costs a segment. */
const money = (amount: number, language: Language) =>
  `${new Intl.NumberFormat(language === 'vi' ? 'vi' : 'en').format(amount)} VND`;
const dayOf = (day: string) => day.split('-').toReversed().join('/');

/** The values of the variables of a notice's words. */
export function variablesOf({ project, papers, today }: Source, household: Household, language: Language) {
  const { notice, owed } = household;
  const late = lateOf(household, today);
  const paper = papers.get(notice._id);
  return {
    payer: '{{payer}}',
    unit: paper?.unit ?? '',
    code: String(notice.code),
    month: dayOf(String(notice.month)),
    owed: money(owed, language),
    total: money(Number(notice.total), language),
    carried: money(Number(notice.carried), language),
    dueDate: typeof notice.dueDate === 'string' ? dayOf(notice.dueDate) : '',
    daysLate: String(late.days),
    lateFee: money(late.fee, language),
    bank: paper?.bank?.name ?? '',
    account: paper?.bank?.number ?? '',
    holder: paper?.bank?.holder ?? '',
    transfer: paper?.bank?.content ?? '',
    project: project.name,
    hotline: project.hotline,
  };
}

/** Whether a channel takes words of its own: the app has its notification, paper its sheet. */
export const isSaid = (channel: NoticeChannel): boolean => channel !== 'APP' && channel !== 'PRINT';

/** What a household is told by a channel that takes words. */
export function sayTo(source: Source, household: Household, kind: string, channel: NoticeChannel): Said {
  const language = languageFor(household);
  const values = variablesOf(source, household, language);
  const own = templateFor(source.words, kind, channel, language);
  // By Zalo it is said as by short message: neither has room for a letter.
  const usual = channel === 'EMAIL' ? 'EMAIL' : 'SMS';
  const content = own
    ? fillVariables(String(own.content), values)
    : text(language, `notice-text.${usual}.${kind}.content`, values);
  const subject = () =>
    own
      ? fillVariables(String(own.subject ?? ''), values)
      : text(language, `notice-text.EMAIL.${kind}.subject`, values);
  return {
    subject: channel === 'EMAIL' ? subject().replace(/\s+/g, ' ').trim() : '',
    content: channel === 'SMS' && !source.project.smsAccents ? unaccented(content) : content,
    ...(own && { templateId: own._id }),
  };
}

/** What a mail or short message is made from when it goes out. */
export function valuesOf(ctx: Ctx, source: Source, household: Household, said: Said): Record<string, string> {
  const { payer, notice, owed } = household;
  const { unit, month, dueDate, bank, account, holder, transfer, ...money } = variablesOf(
    source,
    household,
    languageFor(household),
  );
  const asked = readVietQr(source.papers.get(notice._id)?.qr ?? '');
  const name = String(payer?.name ?? '');
  const filled = (words: string) => words.replaceAll('{{payer}}', name);
  return {
    ...{ projectId: ctx.projectId, noticeId: notice._id, subject: filled(said.subject), content: filled(said.content) },
    ...{ unit, month, owed: money.owed, dueDate, bank, account, holder, transfer },
    qr: asked && owed > 0 ? vietQr({ ...asked, amount: owed }) : '',
  };
}

/** Where a household is reached by a channel; null: nowhere. */
export function addressOf(ctx: Ctx, { payer }: Household, channel: NoticeChannel): string | null {
  const value = channel === 'EMAIL' ? payer?.email : channel === 'SMS' || channel === 'ZALO' ? payer?.phone : null;
  return typeof value === 'string' ? open(ctx.projectId, value) : null;
}
