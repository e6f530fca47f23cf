import { readVietQr, vietQr } from '@lobby/shared/billing/vietqr.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { folded } from '@lobby/shared/kit/sms.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import type { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { NoticeChannel, NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import type { template } from '@lobby/shared/modules/template.ts';
import type { TemplateChannel, TemplatePurpose } from '@lobby/shared/modules/template-words.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { todayOf } from '../../../../kit/base/local-time.ts';
import { type Letterhead, mailFrame } from '../../../../kit/mail/frame.ts';
import { open } from '../../../../kit/privacy/personal.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import { records } from '../../../../kit/store/records.ts';
import { loadRefs } from '../../../../kit/store/refs/refs.ts';
import { loadLetterhead } from '../../../../platform/branding/letterhead.ts';
import { type Project, projects } from '../../../../platform/projects/projects.ts';
import {
  fillWords,
  loadWords,
  type Manner,
  Markup,
  type ProjectWords,
  plainText,
  shownBy,
  templateFor,
  WordsTooLarge,
  type WordValues,
} from '../../../template/index.ts';
import { loadPapers, type Paper } from '../../papers/papers.ts';
import type { Household } from '../run/households.ts';
import { type Home, type Reading, valuesFor } from './values.ts';

/** Text of a notice by mail or SMS, with its template. */
export interface Said {
  subject: string;
  /** Complete HTML of a mail; otherwise plain text. */
  content: string;
  /** Plain-text alternative of a mail. */
  plain: string;
  language: Language;
  templateId: string;
  templateRevision: number;
  attachPdf: boolean;
}

/** Stored part of the text, without the recipient's access tokens. */
export const keptOf = ({ subject, content, templateId, templateRevision }: Said) => ({
  subject,
  content: content.replace(/#token=[\w.-]+/g, '#'),
  templateId,
  templateRevision,
});

/** Data for the texts of many notices, loaded once. */
export interface Source {
  project: Project;
  papers: ReadonlyMap<string, Paper>;
  homes: ReadonlyMap<string, Home>;
  /** Notice codes by unit and month. */
  codes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  words: ProjectWords;
  today: string;
  now: Date;
  base: string;
  head: Letterhead;
}

/** Loads the data for the texts of these households; with `purposes` only templates of them. */
export async function loadSource(
  ctx: Ctx,
  households: readonly Household[],
  base = '',
  purposes?: readonly TemplatePurpose[],
): Promise<Source> {
  const { projectId, now } = ctx;
  const unitIds = households.map(({ notice }) => notice.unitId);
  const [project, words, papers, homes, codes] = await Promise.all([
    projects().findOne({ _id: projectId }),
    loadWords(projectId, purposes),
    loadPapers(
      ctx,
      households.map(({ notice }) => notice._id),
    ),
    loadHomes(ctx, unitIds),
    loadCodes(ctx, unitIds),
  ]);
  if (!project) throw new Error('a run without its project');
  const byId = new Map(papers.map(paper => [paper.id, paper]));
  const head = await loadLetterhead(project);
  return { project, words, papers: byId, homes, codes, today: todayOf(ctx), now, base, head };
}

async function loadHomes({ projectId }: Ctx, unitIds: readonly string[]): Promise<Map<string, Home>> {
  const units = await loadRefs(projectId, unit, unitIds);
  const all = [...units.values()];
  const [blocks, floors] = await Promise.all([
    loadRefs(
      projectId,
      block,
      all.map(({ blockId }) => blockId),
    ),
    loadRefs(
      projectId,
      floor,
      all.map(({ floorId }) => floorId),
    ),
  ]);
  return new Map(
    all.map(doc => [
      doc._id,
      { doc, block: blocks.get(doc.blockId)?.name ?? '', floor: floors.get(doc.floorId)?.name ?? '' },
    ]),
  );
}

async function loadCodes({ projectId }: Ctx, unitIds: readonly string[]): Promise<Map<string, Map<string, string>>> {
  const rows = await records(feeNotice).find(
    { projectId },
    { status: { $in: SENT }, unitId: { $in: [...unitIds] } },
    { only: ['unitId', 'month', 'code'], patience: 20_000 },
  );
  const byUnit = Map.groupBy(rows, ({ unitId }) => unitId);
  return new Map([...byUnit].map(([id, all]) => [id, new Map(all.map(({ month, code }) => [month, code ?? '']))]));
}

/** Language of the recipient. */
export const languageFor = ({ payer }: Household): Language => payer?.language ?? 'vi';

/** Values of one household. */
export const readingOf = (source: Source, household: Household): Reading => {
  const { notice } = household;
  const { unitId } = notice;
  const { project, today, now, base } = source;
  return {
    project,
    household,
    today,
    now,
    base,
    paper: source.papers.get(notice._id),
    home: source.homes.get(unitId) ?? { doc: undefined, block: '', floor: '' },
    older: source.codes.get(unitId) ?? new Map(),
  };
};

/** Whether a channel has texts of its own; app and paper have not. */
export const isSaid = (channel: NoticeChannel): boolean => channel !== 'APP' && channel !== 'PRINT';

/** Template text; `purpose` selects a mail's frame. */
export interface Words {
  channel: TemplateChannel;
  purpose: TemplatePurpose;
  language: Language;
  subject: string;
  body: string;
  text: string;
  accents: Doc<typeof template>['accents'];
}

/** Collapses whitespace, but keeps no-break spaces between amount and currency. */
const oneLine = (words: string) => words.replace(/[^\S\u00a0]+/g, ' ').trim();

/** Fills a text with the values of a household. Throws `WordsTooLarge`. */
export const fill = (source: Source, household: Household, words: Words) => {
  const values = valuesFor(readingOf(source, household), mannerOf(words, source.head), words.purpose);
  return fillWith(source.words, words, values, source.head);
};

const isFolded = ({ channel, accents }: Words) => channel === 'SMS' && accents !== 'KEEP';
/** Formatting of values in a text. */
export const mannerOf = (words: Words, head: Letterhead): Manner => ({
  language: words.language,
  folded: isFolded(words),
  ...(words.channel === 'EMAIL' && { accent: head.accent }),
});

/** Fills a text with values; mails get the project's frame. Throws `WordsTooLarge`. */
export function fillWith(
  all: ProjectWords,
  words: Words,
  values: WordValues,
  head: Letterhead,
): Pick<Said, 'subject' | 'content' | 'plain'> {
  const { channel, purpose, language } = words;
  const subject = words.subject ? oneLine(fillWords(words.subject, values)) : '';
  if (channel !== 'EMAIL') {
    const filled = fillWords(words.text, values);
    const content = isFolded(words) ? folded(filled) : filled;
    return { subject, content, plain: content };
  }
  const inner = purpose === 'LAYOUT' ? '<p>…</p>' : fillWords(words.body, values, true);
  const frame = purpose === 'LAYOUT' ? words.body : templateFor(all, 'LAYOUT', 'EMAIL', language)?.body;
  const framed = frame ? inFrame(frame, inner, values) : inner;
  const plain = plainText(framed);
  // Preview text in mail lists: amount and due date.
  const preview = ['notice.remaining', purpose === 'NORMAL' ? 'notice.due' : 'reminder.due']
    .map(name => shownBy(values, name))
    .filter(Boolean)
    .join(', ');
  return { subject, content: mailFrame({ language, subject, preview, head, content: framed }), plain };
}

const inFrame = (frame: string, inner: string, values: WordValues): string =>
  fillWords(frame, { ...values, content: new Markup('', `<section>${inner}</section>`) }, true);

/** A run's message as HTML above the template text; escaped, so that no variables are filled in it. */
export function messageOf(run: Partial<Pick<Doc<typeof noticeRun>, 'message'>> | null): string {
  if (!run?.message) return '';
  const safe = run.message.replace(/[&<>"'{}%]/g, sign => `&#${sign.charCodeAt(0)};`);
  return `<p>${safe.replaceAll('\n', '<br />')}</p>`;
}

/** Text of a template for a household. Throws `WordsTooLarge`. */
export function sayBy(source: Source, household: Household, wording: Doc<typeof template>): Said {
  const { language } = wording;
  const words: Words = {
    purpose: wording.purpose,
    channel: wording.channel,
    accents: wording.accents,
    language,
    subject: wording.subject ?? '',
    body: wording.body ?? '',
    text: wording.text ?? '',
  };
  return {
    ...fill(source, household, words),
    language,
    templateId: wording._id,
    templateRevision: wording.revision,
    attachPdf: wording.attachPdf === true,
  };
}

/** Text for a household by channel; null if there is no template or it cannot be filled. Zalo uses the SMS template. */
export function sayTo(
  source: Source,
  household: Household,
  kind: NoticeKind,
  channel: NoticeChannel,
  message = '',
): Said | null {
  const words = templateFor(source.words, kind, channel === 'EMAIL' ? 'EMAIL' : 'SMS', languageFor(household));
  if (!words) return null;
  try {
    return sayBy(source, household, message ? { ...words, body: `${message}${words.body}` } : words);
  } catch (error) {
    if (error instanceof WordsTooLarge) return null;
    throw error;
  }
}

/** VietQR of the current debt; empty without debt or account. */
export function qrOf(source: Source, { notice, owed }: Household): string {
  const qr = readVietQr(source.papers.get(notice._id)?.qr ?? '');
  return qr && owed > 0 ? vietQr({ ...qr, amount: owed }) : '';
}

/** Decrypted address of the recipient on a channel; null if there is none. */
export function addressOf(ctx: Ctx, { payer }: Household, channel: NoticeChannel): string | null {
  const value = channel === 'EMAIL' ? payer?.email : channel === 'SMS' || channel === 'ZALO' ? payer?.phone : null;
  return value ? open(ctx.projectId, value) : null;
}
